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
/// It is an erased updater: any store takes it. `updatedState` gets a copy, so it copies the arrays that it changes; a `StateUpdater`
/// changes the state in place. It may throw, for example `StoreError.wrongStateType` where the originals stopped the program. Its
/// description is `debugDescription`, by default the qualified name of the type.
///
/// Source: docs/semantics/legacy.md, L1.
public protocol Action: ErasedStateUpdater {}

/// Dispatches an item to the store; returns at once.
public typealias StoreDispatch = @Sendable (any Dispatchable) -> Void

/// An action with work to do when its change is visible.
///
/// The store runs it synchronously: after the new state is published, and before the listeners and the next action. So it must not block;
/// put slow work into a task, or into a `SideEffect`.
///
/// Source: docs/semantics/legacy.md, L3, L4.
public protocol ActionWithSideEffect: Action, UpdaterWithFollowUp {
  /// Runs the work.
  ///
  /// Isolation: the store's own. What is dispatched here is queued behind what already waits.
  ///
  /// - Parameters:
  ///   - currentState: The state after this action.
  ///   - previousState: The state before it.
  ///   - dispatch: Dispatches items to the store; may be kept and called later.
  ///   - dependencies: The store's container, the same each time.
  func sideEffect(
    currentState: any State,
    previousState: any State,
    dispatch: @escaping StoreDispatch,
    dependencies: any SideEffectDependencyContainer
  )
}

extension ActionWithSideEffect {
  /// Runs the side effect; that of an `AsyncAction` only while it is loading.
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
