/// An object that a destination leads to, such as the controller of a screen; it performs the navigation between its own children, a step
/// at a time.
///
///     extension HomeController: Routable {
///       func push(_ destination: Destination, order: DestinationList) async throws -> any Routable {
///         let controller = ItemController()
///         await show(controller)
///         return controller
///       }
///     }
///
/// A step that throws counts as not done; the router reports it, goes on with the others and tries it once more. A step that takes too long
/// is reported too, its task is cancelled, and the router goes on. What it pops or pushes is left alone until the task ends, and then its
/// result counts: so always return or throw, and soon once cancelled.
///
/// Isolation: the main actor, where screens live.
///
/// Source: docs/semantics/router.md, R8; `CompletionRoutable` is the form of the original.
@MainActor
public protocol Routable: AnyObject, Sendable {
  /// Shows a destination under this one.
  ///
  /// - Parameters:
  ///   - destination: The destination to show.
  ///   - order: All children afterwards, to show it in its place; if `change(_:)` isn't implemented, after the whole change.
  /// - Returns: What it leads to, of the destination's type; it handles what comes under it.
  /// - Throws: An error, which the router reports; see above.
  func push(_ destination: Destination, order: DestinationList) async throws -> any Routable

  /// Removes a destination that was shown under this one.
  func pop(_ destination: Destination) async throws

  /// Removes destinations and shows others as one transition.
  ///
  /// By default, pops each, the last first, and then pushes each; one that throws or hangs doesn't prevent the others.
  ///
  /// - Returns: What each pushed destination leads to.
  func change(_ change: RouteChange) async throws -> [Destination: any Routable]

  /// Makes a child, or none, the visible one; by default does nothing.
  ///
  /// None is asked for only if this is active itself or becomes so next; otherwise nobody would see it.
  func changeActiveDestination(_ active: Destination?) async throws

  /// Puts the children into another order; by default does nothing.
  func reorder(_ order: DestinationList) async throws

  /// Takes another context of its own destination; by default does nothing.
  ///
  /// Called after all steps in which something comes or goes, if the state has the same destination with a context that isn't equal, or
  /// that can't be compared.
  func update(_ destination: Destination) async throws
}

extension Routable {
  /// Refuses.
  ///
  /// - Throws: `RouterError.unsupported`.
  public func push(
    _ destination: Destination,
    order: DestinationList
  ) async throws -> any Routable {
    throw RouterError.unsupported("push \(destination)", by: "\(type(of: self))")
  }

  /// Refuses.
  ///
  /// - Throws: `RouterError.unsupported`.
  public func pop(_ destination: Destination) async throws {
    throw RouterError.unsupported("pop \(destination)", by: "\(type(of: self))")
  }

  /// Pops each and pushes each.
  public func change(_ change: RouteChange) async throws -> [Destination: any Routable] {
    let outcome = StepOutcome.current ?? StepOutcome()
    for destination in change.popped.reversed() {
      try await outcome.attempt(.pop(destination)) {
        try await pop(destination)
        outcome.popped.insert(destination)
      }
    }
    for destination in change.pushed where !outcome.failed.contains(.pop(destination)) {
      try await outcome.attempt(.push(destination)) {
        outcome.routables[destination] = try await push(destination, order: change.order)
      }
    }
    if let failure = outcome.failures.first { throw failure.error }
    return outcome.routables
  }

  /// Does nothing.
  public func changeActiveDestination(_ active: Destination?) async throws {}

  /// Does nothing.
  public func reorder(_ order: DestinationList) async throws {}

  /// Does nothing.
  public func update(_ destination: Destination) async throws {}
}

/// Destinations that go and come under one parent as one transition.
public struct RouteChange: Equatable, Sendable {
  /// Destinations that go, in sibling order.
  public let popped: DestinationList
  /// Destinations that come, in sibling order.
  public let pushed: DestinationList
  /// All children after this change, in order; without those of later steps.
  public let order: DestinationList
}
