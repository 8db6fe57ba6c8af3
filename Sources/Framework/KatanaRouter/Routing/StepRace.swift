/// A step against its time limit: the first to end decides.
@MainActor
final class StepRace {
  enum Result {
    case done([Destination: any Routable])
    case failed(any Error)
    case timedOut
  }

  /// Longer than anybody waits, and still something that any clock can add to its time.
  private static let longest = Duration.seconds(100 * 366 * 24 * 60 * 60)

  private var result: Result?
  private var waiting: CheckedContinuation<Result, Never>?
  private let late: @MainActor (Result) -> Void

  private init(late: @escaping @MainActor (Result) -> Void) {
    self.late = late
  }

  /// Runs a step.
  ///
  /// - Parameters:
  ///   - limit: How much time it has.
  ///   - clock: What measures it.
  ///   - step: What is done.
  ///   - late: Called with the end of a step that did not end in time.
  /// - Returns: How it ended; if it did not in time, its task is cancelled and goes on alone.
  static func run(
    limit: Duration,
    clock: any Clock<Duration>,
    _ step: @escaping @MainActor () async throws -> [Destination: any Routable],
    late: @escaping @MainActor (Result) -> Void
  ) async -> Result {
    let race = StepRace(late: late)
    // At once: what was found before, such as that something is still on screen, is true only now.
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
