import Signposts

extension Router {
  /// Shows a tree, as far as possible.
  func realize(_ target: NavigationTree) async {
    for _ in 0...configuration.resynchronizations {
      let diff = tracedDiff(to: target)
      if diff.isEmpty {
        realizedTree = target
        return
      }
      var performed: [PerformedStep] = []
      var isComplete = true
      for step in diff.steps {
        let done = await tracedPerform(step)
        isComplete = isComplete && done.isComplete
        performed.append(done)
        if done.isComplete { configuration.onEvent(.performed(step)) }
      }
      if isComplete {
        realizedTree = target
        return
      }
      for step in performed { step.apply(to: &realizedTree, target: target) }
      forgetUnrealized()
    }
  }

  private func tracedDiff(to target: NavigationTree) -> RouteDiff {
    let id = KatanaTracepoints.routeDiffBegan(
      parent: .current,
      oldCount: realizedTree.count,
      newCount: target.count
    )
    let diff = RouteDiff(from: realizedTree, to: target)
    if id != .none { diff.steps.traceCounts(id) }
    return diff
  }

  /// Carries a step out; what it comes about is the child of its interval.
  private func tracedPerform(_ step: RouteStep) async -> PerformedStep {
    guard KatanaTracepoints.isRouteStepRecorded else { return await perform(step) }
    let id = KatanaTracepoints.routeStepBegan(
      parent: .current,
      kind: step.traceKind,
      name: step.traceName,
      pushed: step.pushCount,
      popped: step.popCount
    )
    let done = await id.asCurrent { await perform(step) }
    KatanaTracepoints.routeStepEnded(id: id, outcome: done.outcome)
    return done
  }

  private func forgetUnrealized() {
    routables = routables.filter { realizedTree.contains($0.key) }
  }

  /// Carries a step out, or asks nobody where nobody is to be asked.
  private func perform(_ step: RouteStep) async -> PerformedStep {
    switch step {
    case .push(let pushed, nil, _):
      return performRoot(pop: [], push: pushed)
    case .pop(let popped, nil):
      return performRoot(pop: [popped], push: nil)
    case .change(nil, let popped, let pushed, _):
      return performRoot(pop: Array(popped), push: pushed.first)
    case .push(let pushed, let parent?, let order):
      return await ask(parent, step, push: [pushed]) { routable in
        [pushed: try await routable.push(pushed, order: order)]
      }
    case .pop(let popped, let parent?):
      if poppedByUser.remove(popped.id) != nil { return forget([popped]) }
      return await ask(parent, step, pop: [popped]) { routable in
        try await routable.pop(popped)
        return [:]
      }
    case .change(let parent?, let all, let pushed, let order):
      let popped =
        poppedByUser.isEmpty ? all : all.filtered { poppedByUser.remove($0.id) == nil }
      if popped.isEmpty, pushed.isEmpty { return forget(Array(all)) }
      let change = RouteChange(popped: popped, pushed: pushed, order: order)
      return await ask(parent, step, pop: Array(all), push: Array(pushed)) { routable in
        try await routable.change(change)
      }
    case .reorder(let parent, let order):
      return await ask(parent, step, order: order) { routable in
        try await routable.reorder(order)
        return [:]
      }
    case .changeActive(let active, let parent):
      return await ask(parent, step, active: .some(active)) { routable in
        try await routable.changeActiveDestination(active)
        return [:]
      }
    }
  }

  /// Replaces the root, which has no parent to ask: the router's own routable is what it leads to.
  private func performRoot(pop popped: [Destination], push pushed: Destination?) -> PerformedStep {
    var done = forget(popped)
    guard let pushed else { return done }
    if admit(rootRoutable, for: pushed) {
      done.pushed = [pushed]
    } else {
      done.outcome = .incomplete
    }
    return done
  }

  private func forget(_ popped: [Destination]) -> PerformedStep {
    for destination in popped { routables[destination.id] = nil }
    return PerformedStep(popped: popped)
  }

  /// Keeps what a destination leads to, if it is of the right type.
  private func admit(_ routable: any Routable, for destination: Destination) -> Bool {
    guard Self.isInstance(routable, of: destination.routableType) else {
      let found = "\(type(of: routable))"
      configuration.onEvent(.failed(.wrongRoutable(destination, found: found)))
      return false
    }
    routables[destination.id] = routable
    return true
  }

  private static func isInstance<R: Routable>(_ routable: any Routable, of type: R.Type) -> Bool {
    routable is R
  }

  private func ask(
    _ parent: Destination,
    _ step: RouteStep,
    pop popped: [Destination] = [],
    push pushed: [Destination] = [],
    order: DestinationList? = nil,
    active: Destination?? = nil,
    _ body: @escaping @MainActor (any Routable) async throws -> [Destination: any Routable]
  ) async -> PerformedStep {
    var done = PerformedStep(popped: popped, parent: parent, order: order, active: active)
    // What was to be active may be what could not be shown.
    let isActiveShown = (active ?? nil).map { routables[$0.id] != nil } ?? true
    guard isActiveShown, let routable = routables[parent.id] else {
      configuration.onEvent(.failed(.unrealized(step)))
      return .nothing(.unrealized)
    }
    let outcome = StepOutcome()
    let result = await StepOutcome.$current.withValue(outcome) {
      await StepRace.run(limit: configuration.stepTimeout, clock: configuration.clock) {
        try await body(routable)
      }
    }
    var shown = outcome.routables
    switch result {
    case .done(let routables):
      shown = routables
    case .timedOut:
      // What was asked for has most likely happened, and only the word of it has not come.
      done.outcome = .timeout
      let error = RouterError.timedOut(step, after: configuration.stepTimeout)
      configuration.onEvent(.failed(error))
    case .failed(let error):
      let known = error as? RouterError
      configuration.onEvent(.failed(known ?? .failed(step, reason: "\(error)")))
      return .nothing(.failure)
    }
    for destination in popped { routables[destination.id] = nil }
    for destination in pushed {
      if let routable = shown[destination] {
        if admit(routable, for: destination) {
          done.pushed.append(destination)
          continue
        }
      } else if case .done = result {
        configuration.onEvent(.failed(.missingRoutable(destination, parent: parent)))
      }
      // What came too late has told so.
      if done.outcome == .success { done.outcome = .incomplete }
    }
    return done
  }
}
