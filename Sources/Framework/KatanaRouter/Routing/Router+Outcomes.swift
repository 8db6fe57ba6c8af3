import FrameworkEvents
import Signposts

// How a step's end changes what is on screen.
extension Router {
  /// Handles the end of a step, or of its time.
  func end(_ asked: AskedStep, _ result: StepRace.Result) {
    running = nil
    // It may have ended between its time limit and now.
    switch asked.lateResult ?? result {
    case .done(let shown):
      take(asked, popped: asked.edit.popped, shown: shown, isOver: true)
    case .failed where !isThere(asked):
      // The user has removed the asked destination.
      asked.result = .unrealized
    case .failed(let error):
      asked.result = .failure
      for error in asked.errors(error) { configuration.onEvent(.failed(error)) }
      takeOutcome(of: asked)
    case .timedOut:
      asked.result = .timeout
      asked.leaveAlone()
      for error in asked.timeout(configuration.stepTimeout) {
        configuration.onEvent(.failed(error))
      }
      takeOutcome(of: asked)
      if !asked.isOutcomeKnown { late.append(asked) }
    }
    KatanaTracepoints.routeStepEnded(id: asked.trace, outcome: asked.result)
    switch asked.result {
    case .success:
      if !asked.item.isRest { failed.remove(asked.key) }
      configuration.onEvent(asked.step.map { .performed($0) } ?? .updated(asked.subject))
    case .unrealized: deviate()
    case .failure, .timeout, .incomplete:
      deviate()
      if asked.item.isRepeated { uncertain.insert(asked.subject.id) }
      if let rest = asked.unbegun, let planned = asked.item.planned {
        // The rest shrinks each time, because nobody is asked again for what hangs.
        pass?.insert(rest: rest, of: planned)
        if asked.outcome.failures.isEmpty { return }
      }
      failed.insert(asked.attempt, asked.key)
    }
  }

  /// Handles the end of a step that did not end in time.
  func endLate(_ asked: AskedStep, _ result: StepRace.Result) {
    guard let place = late.firstIndex(where: { $0 === asked }) else {
      asked.lateResult = result
      return
    }
    late.remove(at: place)
    deviate()
    if asked.outcome.isOneByOne {
      // The rest was taken over, or nobody was asked for it.
      let (underWay, outcome) = (asked.outcome.underWay, asked.outcome)
      let popped = outcome.popped.filter { underWay == .pop($0) }
      let shown = outcome.routables.filter { underWay == .push($0.key) }
      take(asked, popped: Array(popped), shown: shown, isOver: false)
    } else if case .done(let shown) = result {
      take(asked, popped: asked.edit.popped, shown: shown, isOver: true)
    } else {
      takeOutcome(of: asked)
    }
    if asked.isOvertaken { uncertain.insert(asked.subject.id) }
    attendAgain()
  }

  /// Takes over what is known of a step without its end.
  private func takeOutcome(of asked: AskedStep) {
    let popped = asked.edit.popped.filter(asked.outcome.popped.contains)
    take(asked, popped: popped, shown: asked.outcome.routables, isOver: false)
  }

  private func take(
    _ asked: AskedStep,
    popped: [Destination],
    shown: [Destination: any Routable],
    isOver: Bool
  ) {
    guard isThere(asked) else {
      // The asked destination has gone meanwhile, with everything under it.
      if asked.result == .success { asked.result = .unrealized }
      return
    }
    let parent = asked.subject
    let gone =
      screens.isDrafted ? popped.filter { screens.parent(of: $0.id) == parent } : popped
    if !gone.isEmpty { forget(screens.apply(ScreenEdit(parent: parent, popped: gone))) }
    var edit = asked.edit
    edit.popped = []
    edit.pushed = edit.pushed.filter { destination in
      guard let routable = shown[destination] else {
        guard isOver else { return false }
        let error = RouterError.missingRoutable(destination, parent: parent)
        configuration.onEvent(.failed(error))
        asked.result = .incomplete
        return false
      }
      if screens.isDrafted, screens.contains(destination.id) { return false }
      if asked.goneEarly.contains(destination.id) {
        missing.insert(destination.id)
        return false
      }
      guard admit(routable, for: destination) else {
        asked.result = .incomplete
        return false
      }
      return true
    }
    guard isOver || !edit.pushed.isEmpty || asked.outcome.isSaid else { return }
    _ = screens.apply(edit)
    if edit.active != nil { remembered.forget(parent.id) }
  }

  /// Replaces the root, which has no parent to ask; it leads to the router's own routable.
  func performRoot(_ step: RouteStep) {
    let trace = beginTrace(step)
    forget(screens.apply(ScreenEdit(popped: step.popped)))
    let pushed = step.pushed.filter { admit(rootRoutable, for: $0) }
    let isDone = pushed.count == step.pushCount
    if !pushed.isEmpty { _ = screens.apply(ScreenEdit(pushed: pushed)) }
    KatanaTracepoints.routeStepEnded(id: trace, outcome: isDone ? .success : .incomplete)
    if isDone {
      failed.remove(step.key)
      configuration.onEvent(.performed(step))
    } else {
      deviate()
      failed.insert(FailedStep(step), step.key)
    }
  }

  /// Releases what is no longer on screen.
  func forget(_ gone: [Destination.ID]) {
    for id in gone {
      routables[id] = nil
      if !remembered.isEmpty { remembered.remove(id) }
      if let running, running.subject.id == id { running.outcome.isAbandoned = true }
      if screens.isDrafted { missing.insert(id) }
      failed.remove(all: id)
    }
  }

  /// Keeps what a destination leads to, if it has the right type.
  private func admit(_ routable: any Routable, for destination: Destination) -> Bool {
    guard Self.isInstance(routable, of: destination.routableType) else {
      let found = "\(type(of: routable))"
      configuration.onEvent(.failed(.wrongRoutable(destination, found: found)))
      return false
    }
    routables[destination.id] = routable
    missing.remove(destination.id)
    return true
  }

  private static func isInstance<R: Routable>(_ routable: any Routable, of type: R.Type) -> Bool {
    routable is R
  }
}

// What is reported about a step.
extension AskedStep {
  fileprivate var attempt: FailedStep {
    item.planned.map(FailedStep.init) ?? FailedStep(updating: subject)
  }

  /// Whether everything that comes and goes is known without the end.
  fileprivate var isOutcomeKnown: Bool {
    let (popped, pushed) = (edit.popped, edit.pushed)
    guard popped.count + pushed.count > 0 else { return outcome.isSaid }
    return popped.allSatisfy(outcome.popped.contains)
      && pushed.allSatisfy { outcome.routables[$0] != nil }
  }

  fileprivate func timeout(_ limit: Duration) -> [RouterError] {
    let error: RouterError =
      hanging.map { .timedOut($0, after: limit) }
      ?? .updateFailed(subject, reason: "it did not end within \(limit)")
    return partErrors + [error]
  }
}
