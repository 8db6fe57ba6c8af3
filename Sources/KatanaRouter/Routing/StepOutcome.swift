/// What a step has come to so far, for when its end never comes.
@MainActor
final class StepOutcome {
  @TaskLocal static var current: StepOutcome?

  var routables: [Destination: any Routable] = [:]
}
