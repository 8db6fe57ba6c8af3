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
  /// Whether the user has taken away who was asked.
  var isAbandoned = false

  /// Ends a step of several parts, if the rest of it is no longer wanted.
  static func check() throws {
    try Task.checkCancellation()
    if current?.isAbandoned == true { throw CancellationError() }
  }
}
