/// A change of the state, and the only way to make one.
///
///     struct IncrementCounter: StateUpdater {
///       func updateState(_ state: inout CounterState) {
///         state.counter += 1
///       }
///     }
///
/// Source: SEMANTICS.md, K2.
public protocol StateUpdater: AnyStateUpdater {
  /// The state that this updater changes.
  associatedtype StateType: State

  /// Changes the state; a pure function of the state and the updater.
  ///
  /// The state is changed where it lies: an array in it that nobody else holds is not copied. A
  /// store runs one updater at a time, on whichever thread it likes. Reading the store's `state`
  /// here is a programming error (the state is half changed) and stops the program.
  func updateState(_ state: inout StateType)
}

extension StateUpdater {
  /// Applies the updater to a copy of a state whose type is not known.
  ///
  /// - Throws: `StoreError.wrongStateType` if it is not the updater's.
  public func updatedState(currentState: any State) throws -> any State {
    guard var state = currentState as? StateType else {
      throw StoreError.wrongStateType(
        item: debugDescription,
        expected: "\(StateType.self)",
        found: "\(type(of: currentState))"
      )
    }
    updateState(&state)
    return state
  }
}
