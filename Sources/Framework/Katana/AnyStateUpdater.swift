/// A change of a state whose type is not known where the change is dispatched.
///
/// Conform to `StateUpdater` instead, which changes the state in place, or, for a change that fits
/// states of several types, to `ErasedStateUpdater`.
///
/// Source: SEMANTICS.md, K2.
public protocol AnyStateUpdater: Dispatchable {
  /// Returns the state after the change; a pure function of the state and the updater.
  ///
  /// - Throws: What rejects the dispatch and leaves the state as it was, such as
  ///   `StoreError.wrongStateType` where the updater is for another store.
  func updatedState(currentState: any State) throws -> any State
}

/// A change that fits states of several types, and finds out when it is applied whether it fits this
/// one: an action of a router, or of Katana 0.8.
///
/// Each store, scope and context takes it. It gets a copy of the state and returns a new value, so that
/// what it changes of an array is copied; a `StateUpdater` changes the state where it lies.
public protocol ErasedStateUpdater: AnyStateUpdater {}
