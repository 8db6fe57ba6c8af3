/// What a step has come to so far, for when it fails or its end doesn't come in time.
@MainActor
final class StepOutcome {
  @TaskLocal static var current: StepOutcome?

  /// What is known to have gone.
  var popped: Set<Destination> = []
  /// What is known to be shown, and what it leads to.
  var routables: [Destination: any Routable] = [:]
  /// Whether a step by which nothing comes or goes was handed over.
  var isSaid = false
  /// Whether what has not begun is no longer wanted: the user has taken away who was asked, the time is over,
  /// or the router has gone.
  var isAbandoned = false

  /// Whether what was asked for is done one by one, so that it is known what has not begun.
  private(set) var isOneByOne = false
  /// What is under way then; after it has come true, until the next one begins.
  private(set) var underWay: Part?
  /// What threw then, in order.
  private(set) var failures: [(part: Part, error: any Error)] = []
  private var begun: Set<Part> = []
  private var failed: Set<Part> = []
  private var isAttempting = false

  /// One of the things that a change consists of.
  enum Part: Hashable {
    case pop(Destination)
    case push(Destination)
  }

  /// Does one part of several; one that throws keeps no other from being done.
  ///
  /// - Throws: What says that the others can't be done either.
  func attempt(_ part: Part, _ body: @MainActor () async throws -> Void) async throws {
    // Who is asked may ask others by itself, of whom the router knows nothing.
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

  func hasBegun(_ part: Part) -> Bool { begun.contains(part) }

  func hasFailed(_ part: Part) -> Bool { failed.contains(part) }
}
