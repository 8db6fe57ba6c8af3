/// An action with something to do when its change is visible.
///
/// The store runs it synchronously: after the new state is published and before the next action and the
/// listeners. So it must not block; what takes time belongs into a task, or into a `SideEffect`.
///
/// Source: SEMANTICS.md, L3, L4.
public protocol ActionWithSideEffect: Action, UpdaterWithFollowUp {
  /// Does it.
  ///
  /// Isolation: the store's own. What is dispatched here is queued behind what waits already.
  ///
  /// - Parameters:
  ///   - currentState: The state after this action.
  ///   - previousState: The state before it.
  ///   - dispatch: Hands items to the store; may be kept and called later.
  ///   - dependencies: The store's container, the same each time.
  func sideEffect(
    currentState: any State,
    previousState: any State,
    dispatch: @escaping StoreDispatch,
    dependencies: any SideEffectDependencyContainer
  )
}

extension ActionWithSideEffect {
  /// Runs the side effect; that of an `AsyncAction` only where it is loading.
  public func followUp(
    previousState: any State,
    currentState: any State,
    in context: any AnySideEffectContext
  ) {
    if let asynchronous = self as? any AsyncAction, asynchronous.state != .loading { return }
    let container = context.anyDependencies
    sideEffect(
      currentState: currentState,
      previousState: previousState,
      dispatch: { context.anyDispatch($0) },
      dependencies: (container as? AnyDependencies)?.container ?? container
    )
  }
}
