import FrameworkEvents
import Signposts

// Steps: who is asked for each, in which order, and what is seen of it afterwards.
extension Navigator {
  /// Whether the screen at a fork has done a change itself.
  enum ChangeOutcome {
    case changed
    /// It leaves it to a hide and, in the next round, a show.
    case hidden
  }

  /// Asks from the top to the root; what comes must be above what was there.
  func show(_ step: NavigationStep, _ traits: RequestTraits) async throws {
    readScreensIfNeeded()
    let height = reading.screens.count
    let identifier = step.subject
    let top = reading.route.last ?? ""
    try await perform(step, kind: .push) {
      var place = height
      while place > 0 {
        place -= 1
        let screen = self.reading.screens[place]
        let end = try await self.ask(screen, step) { ask in
          ask { done in
            screen.show(
              identifier: identifier,
              from: top,
              animated: traits.isAnimated,
              context: traits.context,
              completion: done
            )
          }
            || ask { done in
              guard place == height - 1, !traits.isModal else { return false }
              screen.push(identifier: identifier, animated: traits.isAnimated, completion: done)
              return true
            }
            || ask { done in
              guard let topmost = self.routables?.topmostViewController else { return false }
              return screen.presentModally(
                from: topmost,
                modal: identifier,
                animated: traits.isAnimated,
                completion: done
              )
            }
        }
        if end { return screen.routeName }
      }
      throw self.unhandled(step, askedFrom: height - 1)
    } check: { reading in
      reading.sameIdentifiers == height && reading.route.count > height
        && reading.route[height] == identifier
    }
  }

  /// Asks from the screen that goes to the root; that screen must not be there any more.
  func hide(at height: Int, atomic: Bool, _ traits: RequestTraits) async throws {
    readScreensIfNeeded()
    guard 0 < height, height < reading.screens.count else {
      lastRoute = reading.route
      return
    }
    let target = reading.screens[height]
    let (identifier, below) = (reading.route[height], reading.route[height - 1])
    let step = NavigationStep.hide(identifier, from: below, atomic: atomic)
    try await perform(step, kind: .pop) {
      var place = height + 1
      while place > 0 {
        place -= 1
        let screen = self.reading.screens[place]
        let end = try await self.ask(screen, step) { ask in
          ask { done in
            screen.hide(
              identifier: identifier,
              from: below,
              animated: traits.isAnimated,
              context: traits.context,
              atomic: atomic,
              completion: done
            )
          }
            || ask { done in
              guard place >= height - 1, !traits.isModal else { return false }
              screen.pop(identifier: identifier, animated: traits.isAnimated, completion: done)
              return true
            }
            || ask { done in
              guard let topmost = self.routables?.topmostViewController else { return false }
              return screen.dismissModally(
                identifier: identifier,
                vcToDismiss: topmost,
                animated: traits.isAnimated,
                completion: done
              )
            }
        }
        if end { return screen.routeName }
      }
      throw self.unhandled(step, askedFrom: height)
    } check: { reading in
      !reading.has(target, before: height)
    }
  }

  /// Asks the screen at the fork, and has what it doesn't do done by a hide.
  func change(_ step: NavigationStep, _ traits: RequestTraits) async throws -> ChangeOutcome {
    readScreensIfNeeded()
    let height = reading.screens.count
    guard case .change(_, let old, let new) = step, height > 1 else {
      lastRoute = reading.route
      return .changed
    }
    let fork = reading.screens[height - 2]
    let isDone = try await perform(step, kind: .change) {
      let end = try await self.ask(fork, step) { ask in
        ask { done in
          fork.change(
            from: old,
            to: new,
            animated: traits.isAnimated,
            context: traits.context,
            completion: done
          )
          return true
        }
      }
      return end ? fork.routeName : nil
    } check: { reading in
      reading.route.count >= height && reading.route[height - 1] == new
    }
    if isDone { return .changed }
    try await hide(at: height - 1, atomic: false, traits)
    return .hidden
  }

  /// Asks the root installer.
  func installRoot(_ step: NavigationStep, _ traits: RequestTraits) async throws {
    let installer = rootInstaller
    let asked = installer.map { "\(type(of: $0))" }
    try await perform(step, kind: .change) {
      let ask = AskedScreen()
      let isTaken = ask.ask { done in
        installer?.installRoot(
          identifier: step.subject,
          context: traits.context,
          completion: done
        ) ?? false
      }
      guard isTaken else { throw self.unhandled(step, asked.map { [$0] } ?? []) }
      try await self.end(of: ask, step, by: asked ?? "")
      return asked
    } check: { reading in
      reading.route.first == step.subject
    }
  }

  /// Asks a screen in several ways until one is taken, and waits for its end; returns whether one was.
  private func ask(
    _ screen: any Routable,
    _ step: NavigationStep,
    _ body: ((_ way: (@escaping RoutingCompletion) -> Bool) -> Bool) -> Bool
  ) async throws -> Bool {
    var taken: AskedScreen?
    let isTaken = body { way in
      let ask = AskedScreen()
      guard ask.ask(way) else { return false }
      taken = ask
      return true
    }
    guard isTaken, let taken else { return false }
    try await end(of: taken, step, by: screen.routeName)
    return true
  }

  private func end(of ask: AskedScreen, _ step: NavigationStep, by asked: String) async throws {
    let reject = { (error: any Error) in
      NavigatorError.rejected(step, route: self.route, asked: asked, reason: "\(error)")
    }
    if let error = ask.rejection { throw reject(error) }
    let limit = configuration.stepTimeout
    let end = await ask.wait(limit: limit, clock: configuration.clock)
    if let error = ask.rejection { throw reject(error) }
    guard end == .done else {
      throw NavigatorError.timedOut(step, route: route, asked: asked, after: limit)
    }
  }

  /// All screens from one down to the root were asked.
  private func unhandled(_ step: NavigationStep, askedFrom top: Int) -> NavigatorError {
    unhandled(step, reading.screens[...top].reversed().map(\.routeName))
  }

  private func unhandled(_ step: NavigationStep, _ asked: [String]) -> NavigatorError {
    .unhandled(step, route: route, asked: asked)
  }

  /// Runs a step as an interval of the trace, and sees to it that something has come of it, as `check` finds it in
  /// the route; `body` asks, and returns who has done it, or `nil` where that is left to other steps.
  ///
  /// Returns whether it was done.
  @discardableResult
  private func perform(
    _ step: NavigationStep,
    kind: RouteStepKind,
    _ body: @MainActor () async throws -> String?,
    check: @MainActor (ScreenReading) -> Bool
  ) async throws -> Bool {
    expireReading()
    let trace = KatanaTracepoints.routeStepBegan(
      parent: .current,
      kind: kind,
      name: step.subject,
      pushed: kind == .pop ? 0 : 1,
      popped: kind == .push ? 0 : 1
    )
    windowTrace?.begin(trace)
    defer { windowTrace?.endStep() }
    do {
      let asked =
        trace == .none ? try await body() : try await trace.asCurrent { try await body() }
      readScreens()
      let found = reading.route
      lastRoute = found
      if let asked, !check(reading) {
        throw NavigatorError.noEffect(step, route: found, asked: asked)
      }
      KatanaTracepoints.routeStepEnded(
        id: trace,
        outcome: asked == nil ? .unrealized : .success
      )
      if asked != nil, configuration.tellsSteps {
        expireReading()
        configuration.onEvent(.performed(step, route: found))
      }
      return asked != nil
    } catch {
      KatanaTracepoints.routeStepEnded(id: trace, outcome: RouteStepOutcome(error))
      throw error
    }
  }
}

extension RouteStepOutcome {
  fileprivate init(_ error: any Error) {
    switch error as? NavigatorError {
    case .timedOut: self = .timeout
    case .unhandled: self = .unrealized
    case .noEffect: self = .incomplete
    default: self = .failure
    }
  }
}
