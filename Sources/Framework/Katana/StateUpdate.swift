/// Applies updaters whose types are not known to a state.
enum StateUpdate {
  /// Changes the state, in place where the updater can.
  ///
  /// - Throws: What the updater refuses the state with.
  static func apply<S: State>(_ item: any Dispatchable, to state: inout S) throws {
    if let updater = item as? any StateUpdater {
      try apply(opened: updater, to: &state)
    } else if let updater = item as? any AnyStateUpdater {
      try apply(erased: updater, to: &state)
    } else {
      throw StoreError.invalidDispatchable(
        item: item.debugDescription,
        isUpdater: false,
        isSideEffect: item is any AnySideEffect
      )
    }
  }

  private static func apply<S: State, Updater: StateUpdater>(
    opened updater: Updater,
    to state: inout S
  ) throws {
    guard Updater.StateType.self == S.self else { return try apply(erased: updater, to: &state) }
    let refusal = unsafe withUnsafeMutablePointer(to: &state) { pointer in
      // SAFETY: both names are of one type, as was just checked; only the compiler can't tell.
      unsafe updater.apply(
        to: &UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Updater.StateType.self)
          .pointee
      )
    }
    if let refusal { throw refusal }
  }

  static func apply<S: State>(erased updater: any AnyStateUpdater, to state: inout S) throws {
    let changed = try updater.updatedState(currentState: state)
    guard let changed = changed as? S else {
      throw StoreError.wrongStateType(
        item: updater.debugDescription,
        expected: "\(type(of: changed))",
        found: "\(S.self)"
      )
    }
    state = changed
  }
}
