/// The outcome of a step so far, in case it fails or doesn't end in time.
@MainActor
final class StepOutcome {
  @TaskLocal static var current: StepOutcome?

  /// Destinations that are known to have gone.
  var popped: Set<Destination> = []
  /// Routables of the destinations that are known to be shown.
  var routables: [Destination: any Routable] = [:]
  /// Whether a step without pushes and pops was passed to its routable.
  var isSaid = false
  /// Whether what has not begun is no longer wanted: the user has removed the asked destination, the time is over, or the router has gone.
  var isAbandoned = false

  /// Whether the parts are done one by one, so that it is known what has not begun.
  private(set) var isOneByOne = false
  /// With one by one: the part under way; after its success, kept until the next one begins.
  private(set) var underWay: Part?
  /// With one by one: the parts that threw, in order.
  private(set) var failures: [(part: Part, error: any Error)] = []
  private(set) var begun: Set<Part> = []
  private(set) var failed: Set<Part> = []
  private var isAttempting = false

  /// A part of a change.
  enum Part: Hashable {
    case pop(Destination)
    case push(Destination)
  }

  /// Does one of several parts; one that throws doesn't prevent the others.
  ///
  /// - Throws: An error that means the others can't be done either.
  func attempt(_ part: Part, _ body: @MainActor () async throws -> Void) async throws {
    // The routable may itself ask others that the router doesn't know.
    if isAttempting { return try await body() }
    try Task.checkCancellation()
    if isAbandoned { throw CancellationError() }
    isOneByOne = true
    isAttempting = true
    defer { isAttempting = false }
    begun.insert(part)
    underWay = part
    do { try await body() } catch {
      underWay = nil
      failed.insert(part)
      failures.append((part, error))
      if case RouterError.unsupported = error { throw error }
    }
  }
}

/// A race of a step against its time limit: the first to end decides.
@MainActor
final class StepRace {
  enum Result {
    case done([Destination: any Routable])
    case failed(any Error)
    case timedOut
  }

  /// Longer than anybody waits, yet any clock can add it to its time.
  private static let longest = Duration.seconds(100 * 366 * 24 * 60 * 60)

  private var result: Result?
  private var waiting: CheckedContinuation<Result, Never>?
  private let late: @MainActor (Result) -> Void

  private init(late: @escaping @MainActor (Result) -> Void) {
    self.late = late
  }

  /// Runs a step; if it doesn't end in time, its task is cancelled and goes on alone, and `late` is called at its end.
  static func run(
    limit: Duration,
    clock: any Clock<Duration>,
    _ step: @escaping @MainActor () async throws -> [Destination: any Routable],
    late: @escaping @MainActor (Result) -> Void
  ) async -> Result {
    let race = StepRace(late: late)
    // At once: earlier findings, such as that something is still on screen, hold only now.
    let work = Task.immediate { @MainActor in
      do { race.finish(.done(try await step())) } catch { race.finish(.failed(error)) }
    }
    if let result = race.result { return result }
    let timer = Task { @MainActor in
      do { try await clock.sleep(for: min(max(limit, .zero), longest)) } catch { return }
      race.finish(.timedOut)
    }
    let result = await race.wait()
    work.cancel()
    timer.cancel()
    return result
  }

  private func finish(_ result: Result) {
    guard let first = self.result else {
      self.result = result
      waiting?.resume(returning: result)
      waiting = nil
      return
    }
    if case .timedOut = first { late(result) }
  }

  private func wait() async -> Result {
    await withCheckedContinuation { continuation in
      if let result { continuation.resume(returning: result) } else { waiting = continuation }
    }
  }
}
