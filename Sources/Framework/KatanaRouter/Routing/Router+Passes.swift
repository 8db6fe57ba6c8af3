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

  /// What somebody has to be asked for next; `nil` if there is nothing more to do for now.
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

  /// The next thing to ask for.
  ///
  /// What becomes active and remembers a child that isn't to be active is told that just before it can be
  /// seen; the diff left it out as long as it couldn't.
  private func nextItem() -> RoutePass.Item? {
    let item = pass?.next()
    guard !remembered.isEmpty, case .step(.changeActive(let active?, _), _)? = item,
      remembered.forget(active.id), pass?.target.find(active.id)?.activeChild == nil
    else { return item }
    pass?.goBack()
    return .step(.changeActive(nil, of: active), isRepeated: true)
  }

  /// Begins a pass if there is a new tree, or if something that failed is to be tried again.
  private func beginPass() -> Bool {
    guard let (target, isNew) = mailbox.take(isRetry: isRetryWanted) else { return false }
    isRetryWanted = false
    missing = []
    if isNew {
      toldMissing = []
      // Who wants once more what hangs is told so once more.
      for asked in late where !asked.isWanted(in: target) { asked.isTold = false }
      // The tree says already what has come of those of the user's pops that were decided.
      poppedByUser = poppedByUser.filter { !$0.value }
    }
    let shown = screens.close()
    let diff = tracedDiff(from: shown, to: target)
    for child in diff.steps.remembered { remembered.insert(child) }
    let pass = RoutePass(to: target, diff, repeating: repetitions(in: target))
    if pass.isEmpty {
      screens.adopt(target)
      failed = [:]
      return true
    }
    if !late.isEmpty || !poppedByUser.isEmpty || !failed.isEmpty { screens.draft() }
    self.pass = pass
    return true
  }

  private func endPass() {
    guard let pass else { return }
    self.pass = nil
    failed = failed.filter { pass.stillFailing.contains($0.key) }
    if pass.isComplete {
      screens.adopt(pass.target)
    } else {
      _ = screens.close()
    }
  }

  /// Where a step ended late and others were asked meanwhile, nobody knows which order and which active child is on screen; so both are
  /// said again.
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

  /// Has the newest tree shown, because what is on screen has changed by itself.
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
