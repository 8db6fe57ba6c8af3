import FrameworkEvents
import Signposts

// What happens to a step of the diff before a routable is asked for it.
extension Router {
  /// The step to ask a routable for; `nil` if nobody has to be asked, or can be.
  func prepare(_ item: RoutePass.Item) -> AskedStep? {
    switch item {
    case .update(let destination): return update(destination)
    case .rest(let rest, _): return prepare(rest, for: item)
    case .step(let step, let isRepeated):
      guard failed.isWorthAsking(FailedStep(step), step.key) else {
        skip(step)
        if isRepeated, let parent = step.parent { uncertain.insert(parent.id) }
        return nil
      }
      let asked = prepare(step, for: item)
      if asked == nil, isRepeated, let parent = step.parent { uncertain.insert(parent.id) }
      return asked
    }
  }

  private func prepare(_ step: RouteStep, for item: RoutePass.Item) -> AskedStep? {
    guard let parent = step.parent else {
      performRoot(step)
      return nil
    }
    // The parent may be on screen in the place that it will leave, but its children are wanted where it will be.
    guard !missing.contains(parent.id), let routable = routables[parent.id] else {
      skip(step, because: parent)
      return nil
    }
    guard !isGoing(parent) else {
      skip(step)
      return nil
    }
    guard let rest = screens.isDrafted ? rest(of: step, under: parent) : step else { return nil }
    return AskedStep(rest, for: item, of: parent, routable, trace: beginTrace(rest))
  }

  private func update(_ destination: Destination) -> AskedStep? {
    let key = FailedStep.Key(subject: destination.id, kind: .update)
    guard let routable = routables[destination.id] else { return nil }
    guard failed.isWorthAsking(FailedStep(updating: destination), key) else {
      deviate()
      return nil
    }
    return AskedStep(nil, for: .update(destination), of: destination, routable, trace: .none)
  }

  /// The part of a step that still has to happen, if not everything before it has succeeded.
  private func rest(of step: RouteStep, under parent: Destination) -> RouteStep? {
    if case .changeActive(let active, _) = step {
      guard let active, screens.parent(of: active.id) != parent else { return step }
      skip(step, because: active)
      return nil
    }
    let (popped, pushed, order) = (step.popped, step.pushed, step.order)
    let going = popped.filter { screens.parent(of: $0.id) == parent && !isBusy($0.id) }
    let goingIDs = Set(going)
    let coming = pushed.filter { destination in
      guard screens.contains(destination.id) else {
        return !poppedByUser.contains(destination.id) && !isBusy(destination.id)
      }
      // It comes in the place of another one of the same name.
      return goingIDs.contains(destination)
    }
    if coming.count < pushed.count || popped.contains(where: { isBusy($0.id) }) {
      skip(step)
      tellBusy(popped + pushed)
    }
    let wanted = order ?? DestinationList()
    let children = screens.children(of: parent.id, without: going, with: coming, in: wanted)
    let actual = wanted.elementsEqual(children) ? wanted : DestinationList(children)
    switch (going.count, coming.count) {
    case (0, 0):
      let isSaid = popped.isEmpty && pushed.isEmpty
      guard order != nil, isSaid || !screens.hasOrder(children, of: parent.id) else { return nil }
      return .reorder(under: parent, order: actual)
    case (0, 1): return .push(coming[0], under: parent, order: actual)
    case (1, 0) where order == nil: return .pop(going[0], from: parent)
    default:
      return .change(
        under: parent,
        pop: DestinationList(going),
        push: DestinationList(coming),
        order: actual
      )
    }
  }

  /// Whether a step that did not end in time still concerns a destination.
  private func isBusy(_ id: Destination.ID) -> Bool {
    late.contains { $0.concerns(id) && isThere($0) }
  }

  /// Whether the asked destination is still on screen.
  func isThere(_ asked: AskedStep) -> Bool { routables[asked.subject.id] === asked.routable }

  /// Whether a step that did not end in time may have removed a destination or an ancestor, so that it can't be asked for anything; reports
  /// it.
  private func isGoing(_ destination: Destination) -> Bool {
    guard late.contains(where: { !$0.popping.isEmpty }) else { return false }
    var next: Destination? = destination
    while let destination = next {
      if late.contains(where: { $0.popping.contains(destination) && isThere($0) }) {
        tellBusy([destination])
        return true
      }
      next = screens.parent(of: destination.id)
    }
    return false
  }

  /// Reports, once, why nobody is asked for what is still under way.
  private func tellBusy(_ wanted: [Destination]) {
    for asked in late where !asked.isTold && isThere(asked) {
      guard wanted.contains(where: { asked.concerns($0.id) }) else { continue }
      asked.isTold = true
      if let hanging = asked.hanging { configuration.onEvent(.failed(.stillRunning(hanging))) }
    }
  }

  /// Skips a step for a known reason.
  private func skip(_ step: RouteStep) {
    deviate()
    for destination in step.pushed { missing.insert(destination.id) }
  }

  /// Skips a step about something that isn't shown; reports it once.
  private func skip(_ step: RouteStep, because absent: Destination) {
    if missing.insertTelling(absent.id) {
      configuration.onEvent(.failed(.unrealized(step)))
    }
    skip(step)
    let trace = beginTrace(step)
    KatanaTracepoints.routeStepEnded(id: trace, outcome: .unrealized)
  }

  /// Records that what is on screen won't be what the pass was to lead to.
  func deviate() {
    pass?.isComplete = false
    screens.draft()
  }

  func beginTrace(_ step: RouteStep) -> SignpostID {
    guard KatanaTracepoints.isRouteStepRecorded else { return .none }
    return KatanaTracepoints.routeStepBegan(
      parent: .current,
      kind: step.traceKind,
      name: step.traceName,
      pushed: step.pushCount,
      popped: step.popCount
    )
  }
}
