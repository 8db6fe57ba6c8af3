/// A change of a state whose type is not known where the change is dispatched.
///
/// Prefer `StateUpdater`, which changes the state in place: a conformer of only this protocol gets a
/// copy and returns a new value.
///
/// Source: SEMANTICS.md, K2.
public protocol AnyStateUpdater: Dispatchable {
  /// Returns the state after the change; a pure function of the state and the updater.
  ///
  /// - Throws: What rejects the dispatch and leaves the state as it was, such as
  ///   `StoreError.wrongStateType` where the updater is for another store.
  func updatedState(currentState: any State) throws -> any State
}
