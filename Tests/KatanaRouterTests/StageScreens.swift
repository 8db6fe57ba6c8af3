import KatanaRouter

/// A screen on a stage; its changes are single pops and pushes.
@MainActor
class StageScreen: Routable {
  let name: String
  let stage: Stage

  init(_ name: String, _ stage: Stage) {
    self.name = name
    self.stage = stage
  }

  nonisolated static func destination(_ name: String) -> Destination {
    Destination(
      routableType: name.hasSuffix("'") ? ChangingScreen.self : StageScreen.self,
      userIdentifier: name
    )
  }

  func make(_ destination: Destination) -> (name: String, screen: any Routable) {
    let name = destination.userIdentifier ?? "?"
    return (
      name, name.hasSuffix("'") ? ChangingScreen(name, stage) : StageScreen(name, stage)
    )
  }

  func push(_ destination: Destination, order: DestinationList) async throws -> any Routable {
    let (pushed, screen) = make(destination)
    stage.checkPush(pushed, by: name, self)
    try await stage.perform([pushed]) {
      stage.push(pushed, screen, by: name, self, order.identifiers)
    }
    return screen
  }

  func pop(_ destination: Destination) async throws {
    let popped = destination.userIdentifier ?? "?"
    stage.checkPop(popped, by: name, self)
    try await stage.perform([popped]) { stage.pop(popped, by: name, self) }
  }

  func changeActiveDestination(_ active: Destination?) async throws {
    try await stage.perform { stage.activate(active?.userIdentifier, of: name, self) }
  }

  func reorder(_ order: DestinationList) async throws {
    try await stage.perform { stage.reorder(name, self, order.identifiers) }
  }
}

/// A screen on a stage whose changes are one transition.
@MainActor
final class ChangingScreen: Routable {
  private let inner: StageScreen

  init(_ name: String, _ stage: Stage) {
    inner = StageScreen(name, stage)
  }

  func push(_ destination: Destination, order: DestinationList) async throws -> any Routable {
    let (pushed, screen) = inner.make(destination)
    inner.stage.checkPush(pushed, by: inner.name, self)
    try await inner.stage.perform([pushed]) {
      inner.stage.push(pushed, screen, by: inner.name, self, order.identifiers)
    }
    return screen
  }

  func pop(_ destination: Destination) async throws {
    let popped = destination.userIdentifier ?? "?"
    inner.stage.checkPop(popped, by: inner.name, self)
    try await inner.stage.perform([popped]) { inner.stage.pop(popped, by: inner.name, self) }
  }

  func change(_ change: RouteChange) async throws -> [Destination: any Routable] {
    let (name, stage) = (inner.name, inner.stage)
    for popped in change.popped.identifiers { stage.checkPop(popped, by: name, self) }
    for pushed in change.pushed.identifiers where !change.popped.identifiers.contains(pushed) {
      stage.checkPush(pushed, by: name, self)
    }
    var routables: [Destination: any Routable] = [:]
    for destination in change.pushed { routables[destination] = inner.make(destination).screen }
    try await stage.perform(change.popped.identifiers + change.pushed.identifiers) {
      for popped in change.popped.identifiers { stage.pop(popped, by: name, self) }
      for destination in change.pushed {
        guard let screen = routables[destination], let pushed = destination.userIdentifier else {
          continue
        }
        stage.push(pushed, screen, by: name, self, change.order.identifiers)
      }
      stage.reorder(name, self, change.order.identifiers)
    }
    return routables
  }

  func changeActiveDestination(_ active: Destination?) async throws {
    try await inner.stage.perform {
      inner.stage.activate(active?.userIdentifier, of: inner.name, self)
    }
  }

  func reorder(_ order: DestinationList) async throws {
    try await inner.stage.perform { inner.stage.reorder(inner.name, self, order.identifiers) }
  }
}

extension DestinationList {
  var identifiers: [String] { map { $0.userIdentifier ?? "?" } }
}
