import FrameworkEvents
import Signposts

// A pass goes from what is on screen to the newest tree.
extension Router {
  /// Asks for one step after the other until what is shown is the newest tree, as far as possible.
  ///
  /// The router isn't held while a step runs, so that it can go away at any time.
  static func attend(
    _ reference: RouterReference,
    _ configuration: RouterConfiguration
  ) async {
    while let asked = reference.router?.nextStep() {
      let result = await asked.run(configuration) { reference.router?.endLate(asked, $0) }
      reference.router?.end(asked, result)
    }
  }

  /// The next step to ask for; `nil` if there is nothing more to do for now.
  private func nextStep() -> AskedStep? {
    while true {
      guard pass != nil || beginPass() else { return nil }
      while let item = nextItem() {
        guard let asked = prepare(item) else { continue }
        for other in late { other.overtake(by: asked) }
        running = asked
        return asked
      }
      endPass()
    }
  }

  /// The next item of the pass.
  ///
  /// If a destination becomes active and remembers a child that should not be active, it gets that step just before it can be seen; the
  /// diff left the step out as long as it couldn't.
  private func nextItem() -> RoutePass.Item? {
    let item = pass?.next()
    guard !remembered.isEmpty, case .step(.changeActive(let active?, _), _)? = item,
      remembered.forget(active.id), pass?.target.find(active.id)?.activeChild == nil
    else { return item }
    pass?.goBack()
    return .step(.changeActive(nil, of: active), isRepeated: true)
  }

  /// Begins a pass if there is a new tree, or if something that failed should be tried again.
  private func beginPass() -> Bool {
    guard let (target, isNew) = mailbox.take(isRetry: failed.takeRetry()) else { return false }
    missing.beginPass(isNew: isNew)
    if isNew {
      // A tree that wants a hanging step again gets the report again.
      for asked in late where !asked.isWanted(in: target) { asked.isTold = false }
      // The tree already reflects the decided pops of the user.
      poppedByUser.removeDecided()
    }
    let shown = screens.close()
    let diff = tracedDiff(from: shown, to: target)
    for child in diff.steps.remembered { remembered.insert(child) }
    let pass = RoutePass(to: target, diff, repeating: repetitions(in: target))
    if pass.isEmpty {
      screens.adopt(target)
      failed.removeAll()
      return true
    }
    if !late.isEmpty || !poppedByUser.isEmpty || !failed.isEmpty { screens.draft() }
    self.pass = pass
    return true
  }

  private func endPass() {
    guard let pass else { return }
    self.pass = nil
    failed.endPass()
    if pass.isComplete {
      screens.adopt(pass.target)
    } else {
      _ = screens.close()
    }
  }

  /// Steps that repeat the order and the active child if what is on screen is unknown, because a step ended late and others were asked
  /// meanwhile.
  private func repetitions(in target: NavigationTree) -> [RouteStep] {
    guard !uncertain.isEmpty else { return [] }
    defer { uncertain = [] }
    return uncertain.flatMap { id -> [RouteStep] in
      guard routables[id] != nil, let node = target.find(id)?.node else { return [] }
      let order = DestinationList(childrenOf: node)
      let active = RouteStep.changeActive(node.activeDestination, of: node.destination)
      return order.count < 2
        ? [active] : [.reorder(under: node.destination, order: order), active]
    }
  }

  /// Starts showing the newest tree, because what is on screen has changed by itself.
  func attendAgain() {
    guard mailbox.putAgain() else { return }
    Task { [reference, configuration] in await Self.attend(reference, configuration) }
  }

  private func tracedDiff(from shown: NavigationTree, to target: NavigationTree) -> RouteDiff {
    let id = KatanaTracepoints.routeDiffBegan(
      parent: .current,
      oldCount: shown.count,
      newCount: target.count
    )
    let diff = RouteDiff(from: shown, to: target)
    if id != .none { diff.steps.traceCounts(id) }
    return diff
  }
}

/// The way from what is on screen to a tree, and the position on it.
struct RoutePass {
  enum Item {
    case step(RouteStep, isRepeated: Bool)
    /// The part of a step that was not begun because another part of it hangs.
    case rest(RouteStep, of: RouteStep)
    case update(Destination)

    /// The step of the diff; `nil` for an update.
    var planned: RouteStep? {
      switch self {
      case .step(let planned, _), .rest(_, let planned): planned
      case .update: nil
      }
    }

    /// Whether it repeats what a step that ended late may have lost.
    var isRepeated: Bool { if case .step(_, let isRepeated) = self { isRepeated } else { false } }
    /// Whether it is the rest of another item.
    var isRest: Bool { if case .rest = self { true } else { false } }
  }

  let target: NavigationTree
  /// Whether everything asked for until now has succeeded.
  var isComplete = true
  private let steps: RouteSteps
  private let repeated: [RouteStep]
  private let updates: [Destination]
  private var position = 0
  private var rest: Item?

  init(to target: NavigationTree, _ diff: RouteDiff, repeating repeated: [RouteStep]) {
    self.target = target
    steps = diff.steps
    updates = diff.updates
    self.repeated = repeated
  }

  /// Whether there is nothing to ask for.
  var isEmpty: Bool { steps.isEmpty && repeated.isEmpty && updates.isEmpty }

  /// Goes back to the last item.
  mutating func goBack() { position -= 1 }

  /// Makes a part of a step the next item.
  mutating func insert(rest: RouteStep, of planned: RouteStep) {
    self.rest = .rest(rest, of: planned)
  }

  mutating func next() -> Item? {
    if let rest {
      self.rest = nil
      return rest
    }
    defer { position += 1 }
    var place = position
    if place < steps.count { return .step(steps[place], isRepeated: false) }
    place -= steps.count
    if place < repeated.count { return .step(repeated[place], isRepeated: true) }
    place -= repeated.count
    return place < updates.count ? .update(updates[place]) : nil
  }
}
