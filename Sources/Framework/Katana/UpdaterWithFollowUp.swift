/// An updater that has something to do between its change and the next item: when the new state can be
/// read, and before the listeners are told.
///
/// The actions of `KatanaLegacy` have their side effects there. It costs the update a copy of the old state,
/// so what doesn't need it is better a listener or a `SideEffect`.
public protocol UpdaterWithFollowUp: AnyStateUpdater {
  /// Does it.
  ///
  /// Isolation: the store's own; later updaters wait for it. What is dispatched here is queued.
  ///
  /// - Parameters:
  ///   - previousState: The state before the change.
  ///   - currentState: The state after it.
  ///   - context: What a side effect would get.
  func followUp(
    previousState: any State,
    currentState: any State,
    in context: any AnySideEffectContext
  )
}
