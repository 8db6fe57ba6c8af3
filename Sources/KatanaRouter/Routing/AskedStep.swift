import Signposts

/// A step that a routable is asked for, from then until its end.
@MainActor
final class AskedStep {
  /// What the differ said; `nil` for an update.
  let planned: RouteStep?
  /// The same as far as it still has to happen.
  let step: RouteStep?
  /// Who is asked: the parent, or for an update who is updated.
  let subject: Destination
  let routable: any Routable
  /// What is on screen afterwards.
  let edit: ScreenEdit
  /// Whether it says once more what may have been lost by a step that ended late.
  let isRepeated: Bool
  let outcome = StepOutcome()
  /// What the user has taken away before the end of the step was known that shows it.
  var goneEarly: Set<Destination.ID> = []
  /// Whether something else was asked of the same routable before the late end of this step.
  private(set) var isOvertaken = false
  /// How it ended, if that was after its time limit and before anybody took note of that.
  var lateResult: StepRace.Result?
  /// Whether all that was asked for was done, in time.
  var result = RouteStepOutcome.success
  let trace: SignpostID
  private let body: @MainActor () async throws -> [Destination: any Routable]

  init(
    _ step: RouteStep?,
    planned: RouteStep?,
    of subject: Destination,
    _ routable: any Routable,
    edit: ScreenEdit,
    isRepeated: Bool,
    trace: SignpostID,
    _ body: @escaping @MainActor () async throws -> [Destination: any Routable]
  ) {
    self.step = step
    self.planned = planned
    self.subject = subject
    self.routable = routable
    self.edit = edit
    self.isRepeated = isRepeated
    self.trace = trace
    self.body = body
  }

  var key: FailedStep.Key {
    planned?.key ?? FailedStep.Key(subject: subject.id, kind: .update)
  }

  /// Whether the step is about a destination that comes or goes.
  func concerns(_ id: Destination.ID) -> Bool {
    edit.pushed.contains { $0.id == id } || edit.popped.contains { $0.id == id }
  }

  /// Takes note that another step is asked of the same routable.
  ///
  /// A repeated step doesn't overtake one that says the same or something else, because repeating both
  /// again would not end where no step ever ends in time.
  func overtake(by other: AskedStep) {
    let isHarmless = isRepeated && other.isRepeated && (step == other.step || key != other.key)
    if subject == other.subject, !isHarmless { isOvertaken = true }
  }

  /// Asks, and waits for the end or for the time limit.
  ///
  /// - Parameters:
  ///   - configuration: What says how much time it has.
  ///   - late: Called with how the step ends after the time limit.
  /// - Returns: How it ended.
  func run(
    _ configuration: RouterConfiguration,
    late: @escaping @MainActor (StepRace.Result) -> Void
  ) async -> StepRace.Result {
    let race = { @MainActor [self] in
      await StepOutcome.$current.withValue(outcome) {
        await StepRace.run(
          limit: configuration.stepTimeout,
          clock: configuration.clock,
          body,
          late: late
        )
      }
    }
    // What it comes about is the child of its interval.
    return trace == .none ? await race() : await trace.asCurrent { await race() }
  }
}
