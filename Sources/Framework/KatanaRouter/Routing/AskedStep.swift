import FrameworkEvents
import Signposts

/// A step that a routable is asked for, from the request until its end.
@MainActor
final class AskedStep {
  /// The item of the pass.
  let item: RoutePass.Item
  /// Its step as far as it still has to happen; `nil` for an update.
  let step: RouteStep?
  /// The destination that is asked: the parent, or for an update the updated one.
  let subject: Destination
  let routable: any Routable
  /// The change of the screen.
  let edit: ScreenEdit
  let outcome = StepOutcome()
  /// Destinations that the user removed before the step that shows them was known to have ended.
  var goneEarly: Set<Destination.ID> = []
  /// Whether the same routable was asked for something else before this step ended late.
  private(set) var isOvertaken = false
  private(set) var isOverdue = false
  /// Whether it was reported that it hasn't ended, since the same or another attempt was asked for.
  var isTold = false
  /// The result, if it came after the time limit but before the timeout was handled.
  var lateResult: StepRace.Result?
  /// Whether everything asked for was done, in time.
  var result = RouteStepOutcome.success
  let trace: SignpostID

  init(
    _ step: RouteStep?,
    for item: RoutePass.Item,
    of subject: Destination,
    _ routable: any Routable,
    trace: SignpostID
  ) {
    self.step = step
    self.item = item
    self.subject = subject
    self.routable = routable
    self.trace = trace
    edit = if let step { ScreenEdit(step) } else { ScreenEdit(updated: subject) }
  }

  var key: FailedStep.Key {
    item.planned?.key ?? FailedStep.Key(subject: subject.id, kind: .update)
  }

  /// Destinations that the step may still pop.
  ///
  /// Parts that are done one by one don't begin after the time limit.
  var popping: [Destination] {
    guard isOverdue, outcome.isOneByOne else { return edit.popped }
    return if case .pop(let popped)? = outcome.underWay { [popped] } else { [] }
  }

  /// Destinations that the step may still push.
  private var pushing: [Destination] {
    guard isOverdue, outcome.isOneByOne else { return edit.pushed }
    return if case .push(let pushed)? = outcome.underWay { [pushed] } else { [] }
  }

  /// Whether the step may still push a destination.
  func mayPush(_ id: Destination.ID) -> Bool { pushing.contains { $0.id == id } }

  /// Whether the step may still push or pop a destination.
  func concerns(_ id: Destination.ID) -> Bool {
    mayPush(id) || popping.contains { $0.id == id }
  }

  /// Whether a tree wants what the step may still do.
  func isWanted(in target: NavigationTree) -> Bool {
    pushing.contains { target.contains($0.id) }
      || popping.contains { target.parent(of: $0.id) != subject }
  }

  /// The parts that have not begun, of a change that is done one by one and was left alone.
  var unbegun: RouteStep? {
    guard isOverdue, outcome.isOneByOne,
      case .change(let parent, let popped, let pushed, let order)? = step
    else { return nil }
    let popsLeft = popped.filter { !outcome.begun.contains(.pop($0)) }
    let pushesLeft = pushed.filter { !outcome.begun.contains(.push($0)) }
    guard !popsLeft.isEmpty || !pushesLeft.isEmpty else { return nil }
    return .change(
      under: parent,
      pop: DestinationList(popsLeft),
      push: DestinationList(pushesLeft),
      order: order
    )
  }

  /// The part that hangs, as exactly as is known.
  var hanging: RouteStep? {
    guard outcome.isOneByOne, let part = outcome.underWay else { return step }
    return single(part)
  }

  /// The errors of a step that threw: one for each part that did, if known.
  func errors(_ thrown: any Error) -> [RouterError] {
    outcome.failures.isEmpty ? [error(thrown, step)] : partErrors
  }

  /// The errors of the parts that threw.
  var partErrors: [RouterError] { outcome.failures.map { error($0.error, single($0.part)) } }

  private func error(_ error: any Error, _ step: RouteStep?) -> RouterError {
    if let known = error as? RouterError { return known }
    return step.map { .failed($0, reason: "\(error)") }
      ?? .updateFailed(subject, reason: "\(error)")
  }

  private func single(_ part: StepOutcome.Part) -> RouteStep {
    switch part {
    case .pop(let popped): .pop(popped, from: subject)
    case .push(let pushed): .push(pushed, under: subject, order: edit.order ?? DestinationList())
    }
  }

  /// Records that the same routable is asked for another step.
  ///
  /// A repeated step doesn't overtake one with the same or another request: otherwise repeating would not end if no step ever ends in time.
  func overtake(by other: AskedStep) {
    let isHarmless =
      item.isRepeated && other.item.isRepeated && (step == other.step || key != other.key)
    if subject == other.subject, !isHarmless { isOvertaken = true }
  }

  /// Records that the step's time is over.
  func leaveAlone() {
    isOverdue = true
    isTold = true
    outcome.isAbandoned = true
  }

  /// Asks, and waits for the end or for the time limit; calls `late` for an end after that.
  func run(
    _ configuration: RouterConfiguration,
    late: @escaping @MainActor (StepRace.Result) -> Void
  ) async -> StepRace.Result {
    let race = { @MainActor [self] in
      await StepOutcome.$current.withValue(outcome) {
        await StepRace.run(
          limit: configuration.stepTimeout,
          clock: configuration.clock,
          ask,
          late: late
        )
      }
    }
    // Its effects are children of its trace interval.
    return trace == .none ? await race() : await trace.asCurrent { await race() }
  }

  /// Asks; returns what each pushed destination leads to.
  private func ask() async throws -> [Destination: any Routable] {
    switch step {
    case .push(let pushed, _, let order)?:
      return [pushed: try await routable.push(pushed, order: order)]
    case .change(_, let popped, let pushed, let order)?:
      return try await routable.change(RouteChange(popped: popped, pushed: pushed, order: order))
    case .pop(let popped, _)?: try await routable.pop(popped)
    case .reorder(_, let order)?: try await routable.reorder(order)
    case .changeActive(let active, _)?: try await routable.changeActiveDestination(active)
    case nil: try await routable.update(subject)
    }
    return [:]
  }
}
