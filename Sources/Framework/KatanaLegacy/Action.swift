/// An event that changes the state, as programs of Katana 0.8 and 2.x write it.
///
///     struct IncrementCounter: Action {
///       func updatedState(currentState: any State) -> any State {
///         guard var state = currentState as? CounterState else { return currentState }
///         state.counter += 1
///         return state
///       }
///     }
///
/// It is an erased updater: any store takes it. `updatedState` gets a copy, so that what it changes of an
/// array is copied; a `StateUpdater` changes the state where it lies. It may throw, for example
/// `StoreError.wrongStateType` where the originals stopped the program. Its description is
/// `debugDescription`, by default the qualified name of the type.
///
/// Source: docs/semantics/legacy.md, L1.
public protocol Action: ErasedStateUpdater {}

/// Hands an item to the store; returns at once.
public typealias StoreDispatch = @Sendable (any Dispatchable) -> Void

/// An action with something to do when its change is visible.
///
/// The store runs it synchronously: after the new state is published and before the next action and the
/// listeners. So it must not block; what takes time belongs into a task, or into a `SideEffect`.
///
/// Source: docs/semantics/legacy.md, L3, L4.
public protocol ActionWithSideEffect: Action, UpdaterWithFollowUp {
  /// Runs it.
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
    sideEffect(
      currentState: currentState,
      previousState: previousState,
      dispatch: { context.anyDispatch($0) },
      dependencies: context.anyDependencies
    )
  }
}
