import FrameworkEvents
import Signposts

// Steps: which screens are asked, in which order, and what is verified afterwards.
extension Navigator {
  /// Whether the screen at a fork has done a change itself.
  enum ChangeOutcome {
    case changed
    /// It leaves the change to a hide and, in the next round, a show.
    case hidden
  }

  /// Asks from the top to the root; the new screen must be above the previous ones.
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
        let asked = self.ask { ask in
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
              return AskedScreen.isTaken(done) {
                screen.push(identifier: identifier, animated: traits.isAnimated, completion: $0)
              }
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
        if let asked { return (asked, .screen(screen)) }
      }
      throw self.unhandled(step, askedFrom: height - 1)
    } check: { reading in
      reading.sameIdentifiers == height && reading.route.count > height
        && reading.route[height] == identifier
    }
  }

  /// Asks from the screen to hide to the root; that screen must be gone afterwards.
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
        let asked = self.ask { ask in
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
              return AskedScreen.isTaken(done) {
                screen.pop(identifier: identifier, animated: traits.isAnimated, completion: $0)
              }
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
        if let asked { return (asked, .screen(screen)) }
      }
      throw self.unhandled(step, askedFrom: height)
    } check: { reading in
      !reading.has(target, before: height)
    }
  }

  /// Asks the screen at the fork, and hides the screen above it if that one doesn't do the change.
  func change(_ step: NavigationStep, _ traits: RequestTraits) async throws -> ChangeOutcome {
    readScreensIfNeeded()
    let height = reading.screens.count
    guard case .change(_, let old, let new) = step, height > 1 else {
      lastRoute = reading.route
      return .changed
    }
    let fork = reading.screens[height - 2]
    let isDone = try await perform(step, kind: .change) {
      let asked = self.ask { ask in
        ask { done in
          AskedScreen.isTaken(done) {
            fork.change(
              from: old,
              to: new,
              animated: traits.isAnimated,
              context: traits.context,
              completion: $0
            )
          }
        }
      }
      return asked.map { ($0, .screen(fork)) }
    } check: { reading in
      reading.route.count >= height && reading.route[height - 1] == new
    }
    if isDone { return .changed }
    try await hide(at: height - 1, atomic: false, traits)
    return .hidden
  }

  func installRoot(_ step: NavigationStep, _ traits: RequestTraits) async throws {
    let installer = rootInstaller
    try await perform(step, kind: .change) {
      let ask = AskedScreen()
      let isTaken = ask.ask { done in
        installer?.installRoot(
          identifier: step.subject,
          context: traits.context,
          completion: done
        ) ?? false
      }
      let asked = Asked.installer(installer)
      guard isTaken else { throw self.unhandled(step, installer == nil ? [] : [asked.name]) }
      return (ask, asked)
    } check: { reading in
      reading.route.first == step.subject
    }
  }

  /// What took a step over.
  private enum Asked {
    case screen(any Routable)
    case installer((any RootInstaller)?)

    /// The name in errors.
    @MainActor var name: String {
      switch self {
      case .screen(let screen): screen.routeName
      case .installer(let installer): installer.map { "\(type(of: $0))" } ?? ""
      }
    }
  }

  /// A step that was taken over, and by what.
  private typealias Taken = (ask: AskedScreen, by: Asked)

  /// Asks a screen in several ways until it takes one; returns that one.
  private func ask(
    _ body: ((_ way: (@escaping RoutingCompletion) -> Bool) -> Bool) -> Bool
  ) -> AskedScreen? {
    var taken: AskedScreen?
    let isTaken = body { way in
      let ask = AskedScreen()
      guard ask.ask(way) else { return false }
      taken = ask
      return true
    }
    return isTaken ? taken : nil
  }

  /// Waits until the step taken over is done.
  private func end(of taken: Taken, _ step: NavigationStep) async throws {
    let ask = taken.ask
    let reject = { (error: any Error) in
      NavigatorError.rejected(step, route: self.route, asked: taken.by.name, reason: "\(error)")
    }
    if let error = ask.rejection { throw reject(error) }
    // For errors, which name the asked screen: it may be another one afterwards.
    let name = taken.by.name
    let limit = configuration.stepTimeout
    let end = await ask.wait(limit: limit, clock: configuration.clock)
    if let error = ask.rejection { throw reject(error) }
    guard end == .done else {
      throw NavigatorError.timedOut(step, route: route, asked: name, after: limit)
    }
  }

  /// The error after asking all screens from one down to the root.
  private func unhandled(_ step: NavigationStep, askedFrom top: Int) -> NavigatorError {
    unhandled(step, reading.screens[...top].reversed().map(\.routeName))
  }

  private func unhandled(_ step: NavigationStep, _ asked: [String]) -> NavigatorError {
    .unhandled(step, route: route, asked: asked)
  }

  /// Runs a step as an interval of the trace, and verifies its effect on the route with `check`.
  ///
  /// `body` asks, and returns what took the step over, or `nil` if it is left to other steps.
  /// It doesn't wait for finished steps: most are done when the asked screens return.
  ///
  /// Returns whether the step was done.
  @discardableResult
  private func perform(
    _ step: NavigationStep,
    kind: RouteStepKind,
    _ body: @MainActor () throws -> Taken?,
    check: @MainActor (ScreenReading) -> Bool
  ) async throws -> Bool {
    expireReading()
    let userChanges = userChanges
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
      let taken = trace == .none ? try body() : try trace.asCurrent { try body() }
      if let taken, !taken.ask.isDone {
        if trace == .none {
          try await end(of: taken, step)
        } else {
          try await trace.asCurrent { try await end(of: taken, step) }
        }
      }
      readScreens()
      lastRoute = reading.route
      if let taken, !check(reading) {
        throw userChanges == self.userChanges
          ? NavigatorError.noEffect(step, route: lastRoute, asked: taken.by.name)
          : NavigatorError.overtaken(step, route: lastRoute)
      }
      KatanaTracepoints.routeStepEnded(
        id: trace,
        outcome: taken == nil ? .unrealized : .success
      )
      if taken != nil, configuration.tellsSteps {
        expireReading()
        configuration.onEvent(.performed(step, route: lastRoute))
      }
      return taken != nil
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
    case .noEffect, .overtaken: self = .incomplete
    default: self = .failure
    }
  }
}
