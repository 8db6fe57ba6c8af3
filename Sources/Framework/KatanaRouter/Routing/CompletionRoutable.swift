/// A routable that calls a completion handler when a step is over, as in the original.
///
///     func pop(destination: Destination, completionHandler: @escaping RoutableCompletion) {
///       dismiss(animated: true, completion: completionHandler)
///     }
///
/// A completion handler may be called more than once; only the first call counts. If it isn't called in time, the step counts as done.
///
/// The router reports steps that it doesn't implement.
///
/// Source: docs/semantics/router.md, R8.
@MainActor
public protocol CompletionRoutable: Routable {
  /// Shows a destination under this one, and returns what it leads to.
  func push(
    destination: Destination,
    completionHandler: @escaping RoutableCompletion
  ) -> any Routable

  /// Removes a destination.
  func pop(destination: Destination, completionHandler: @escaping RoutableCompletion)

  /// Removes destinations and shows others, and returns what each of the new ones leads to.
  func change(
    destinationsToPop: [Destination],
    destinationsToPush: [Destination],
    completionHandler: @escaping RoutableCompletion
  ) -> [Destination: any Routable]

  /// Makes a child the visible one.
  func changeActiveDestination(
    currentActiveDestination: Destination,
    completionHandler: @escaping RoutableCompletion
  )
}

/// The completion handler that a routable calls when a step is over.
public typealias RoutableCompletion = @MainActor @Sendable () -> Void

/// Why a completion routable refuses a step: its functions can't throw.
@MainActor
private final class StepRefusal {
  @TaskLocal static var current: StepRefusal?

  var error: RouterError?
}

/// A return value for a refusal.
private final class NoRoutable: Routable {}

extension CompletionRoutable {
  /// Refuses: the router reports `RouterError.unsupported`.
  public func push(
    destination: Destination,
    completionHandler: @escaping RoutableCompletion
  ) -> any Routable {
    refuse("push \(destination)", completionHandler)
    return NoRoutable()
  }

  /// Refuses: the router reports `RouterError.unsupported`.
  public func pop(destination: Destination, completionHandler: @escaping RoutableCompletion) {
    refuse("pop \(destination)", completionHandler)
  }

  /// Refuses: the router reports `RouterError.unsupported`.
  public func change(
    destinationsToPop: [Destination],
    destinationsToPush: [Destination],
    completionHandler: @escaping RoutableCompletion
  ) -> [Destination: any Routable] {
    refuse("change \(destinationsToPop) to \(destinationsToPush)", completionHandler)
    return [:]
  }

  private func refuse(_ request: String, _ completionHandler: RoutableCompletion) {
    StepRefusal.current?.error = .unsupported(request, by: "\(type(of: self))")
    completionHandler()
  }

  /// Calls the completion function.
  ///
  /// - Throws: The refusal.
  private func call<Result>(_ body: () -> Result) throws(RouterError) -> Result {
    let refusal = StepRefusal()
    let result = StepRefusal.$current.withValue(refusal) { body() }
    if let error = refusal.error { throw error }
    return result
  }

  /// Completes at once.
  public func changeActiveDestination(
    currentActiveDestination: Destination,
    completionHandler: @escaping RoutableCompletion
  ) {
    completionHandler()
  }

  /// Calls the completion function and waits for its end.
  public func push(
    _ destination: Destination,
    order: DestinationList
  ) async throws -> any Routable {
    let latch = StepLatch()
    let routable = try call {
      push(destination: destination, completionHandler: latch.open)
    }
    // Known even if the end never comes.
    StepOutcome.current?.routables[destination] = routable
    await latch.wait()
    return routable
  }

  /// Calls the completion function and waits for its end.
  public func pop(_ destination: Destination) async throws {
    let latch = StepLatch()
    try call { pop(destination: destination, completionHandler: latch.open) }
    StepOutcome.current?.popped.insert(destination)
    await latch.wait()
  }

  /// Calls the completion function and waits for its end.
  public func change(_ change: RouteChange) async throws -> [Destination: any Routable] {
    let latch = StepLatch()
    let routables = try call {
      self.change(
        destinationsToPop: Array(change.popped),
        destinationsToPush: Array(change.pushed),
        completionHandler: latch.open
      )
    }
    StepOutcome.current?.popped.formUnion(change.popped)
    StepOutcome.current?.routables.merge(routables) { $1 }
    await latch.wait()
    return routables
  }

  /// Calls the completion function and waits for its end, if a child becomes visible.
  public func changeActiveDestination(_ active: Destination?) async throws {
    guard let active else { return }
    let latch = StepLatch()
    changeActiveDestination(currentActiveDestination: active, completionHandler: latch.open)
    StepOutcome.current?.isSaid = true
    await latch.wait()
  }
}

/// Closed until it is opened once, or until the waiting task is cancelled.
@MainActor
final class StepLatch {
  private var isOpen = false
  private var waiting: CheckedContinuation<Void, Never>?

  var open: RoutableCompletion { { self.release() } }

  func wait() async {
    await withTaskCancellationHandler {
      guard !isOpen else { return }
      await withCheckedContinuation { waiting = $0 }
    } onCancel: {
      Task { @MainActor in self.release() }
    }
  }

  private func release() {
    isOpen = true
    waiting?.resume()
    waiting = nil
  }
}
