/// A change of the state, and the only way to make one.
///
///     struct IncrementCounter: StateUpdater {
///       func updateState(_ state: inout CounterState) {
///         state.counter += 1
///       }
///     }
///
/// One that may refuse throws, by preference an error of one type; then the state is exactly what it
/// was, whatever was changed until then, no listener is told, and the dispatch is rejected with the error:
///
///     struct Withdraw: StateUpdater {
///       let amount: Int
///       func updateState(_ state: inout Account) throws(Overdrawn) {
///         state.balance -= amount
///         if state.balance < 0 { throw Overdrawn() }
///       }
///     }
///
/// Source: SEMANTICS.md, K2.
public protocol StateUpdater<StateType>: AnyStateUpdater {
  /// The state that this updater changes.
  associatedtype StateType: State

  /// What it may throw; `Never`, unless `updateState(_:)` is declared with `throws`.
  associatedtype Refusal: Error = Never

  /// Changes the state; a pure function of the state and the updater.
  ///
  /// The state is changed where it lies: an array in it that nobody else holds is not copied. Only one
  /// that may throw works on a copy, which costs it a copy of each array that it changes. A store runs
  /// one updater at a time, on whichever thread it likes. Reading the store's `state` here is a
  /// programming error (the state is half changed) and stops the program.
  ///
  /// - Throws: What rejects the dispatch and leaves the state as it was.
  func updateState(_ state: inout StateType) throws(Refusal)

  /// Changes a state, or leaves it exactly as it was and returns why.
  ///
  /// Implemented for all updaters; a store calls this one.
  func apply(to state: inout StateType) -> (any Error)?
}

extension StateUpdater {
  /// As `apply(to:)`, for a store.
  ///
  /// Not a requirement: the implementation of one in another module is called through its table, unspecialized,
  /// which made a dispatch three times as long. `updateState(_:)` of an updater that can't throw is called from
  /// here.
  @inlinable
  @inline(__always)
  func change(_ state: inout StateType) -> (any Error)? {
    guard Refusal.self == Never.self else { return apply(to: &state) }
    do { try updateState(&state) } catch { return error }
    return nil
  }

  /// Changes a state where it lies, or, where the updater may throw, by way of a copy.
  @inlinable
  public func apply(to state: inout StateType) -> (any Error)? {
    do {
      if Refusal.self == Never.self { try updateState(&state) } else { try updateCopy(of: &state) }
      return nil
    } catch {
      return error
    }
  }

  /// Apart, so that one that can't throw has no copy in its frame either: a state may be large.
  @usableFromInline
  @inline(never)
  func updateCopy(of state: inout StateType) throws(Refusal) {
    var changed = state
    try updateState(&changed)
    state = changed
  }

  /// Applies the updater to a copy of a state whose type is not known.
  ///
  /// - Throws: `StoreError.wrongStateType` if it is not the updater's; what the updater throws.
  public func updatedState(currentState: any State) throws -> any State {
    guard var state = currentState as? StateType else {
      throw StoreError.wrongStateType(
        item: debugDescription,
        expected: "\(StateType.self)",
        found: "\(type(of: currentState))"
      )
    }
    try updateState(&state)
    return state
  }
}
