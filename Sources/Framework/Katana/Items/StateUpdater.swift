/// A change of a state whose type is unknown where the change is dispatched.
///
/// Conform to `StateUpdater` instead, which changes the state in place, or to `ErasedStateUpdater` for a change that fits several state
/// types.
///
/// Source: docs/semantics/store.md, K2.
public protocol AnyStateUpdater: Dispatchable {
  /// Returns the state after the change; a pure function of the state and the updater.
  ///
  /// - Throws: The error that rejects the dispatch and leaves the state as it was, such as `StoreError.wrongStateType` if the updater is
  ///   for another store.
  func updatedState(currentState: any State) throws -> any State

  /// Changes a state whose type is unknown here: in place, if it is the updater's own.
  ///
  /// Implemented for all updaters; a store calls this one.
  ///
  /// - Throws: What `updatedState(currentState:)` throws; then the state is as it was.
  func apply<S: State>(toAny state: inout S) throws

  /// Dispatches the updater, as the function of the same name of its target does; implemented for all updaters, by code that is compiled
  /// for the updater's type, where the dispatching code doesn't know it.
  func dispatch<S: State>(to target: DispatchTarget<S>) -> DispatchHandle<Void>

  /// The updater, if it has work to do after its change; implemented for all updaters.
  var followUp: (any UpdaterWithFollowUp)? { get }
}

extension AnyStateUpdater {
  /// Replaces the state by the updated one.
  @inlinable
  public func apply<S: State>(toAny state: inout S) throws { try replace(&state) }

  @usableFromInline
  func replace<S: State>(_ state: inout S) throws {
    let changed = try updatedState(currentState: state)
    guard let changed = changed as? S else {
      throw StoreError.wrongStateType(
        item: debugDescription,
        expected: "\(type(of: changed))",
        found: "\(S.self)"
      )
    }
    state = changed
  }

  /// Dispatches it as an updater of any state.
  @inlinable
  public func dispatch<S: State>(to target: DispatchTarget<S>) -> DispatchHandle<Void> {
    target.dispatchErased(self)
  }

  /// There is no such work.
  @inlinable public var followUp: (any UpdaterWithFollowUp)? { nil }
}

extension UpdaterWithFollowUp {
  /// There is such work.
  @inlinable public var followUp: (any UpdaterWithFollowUp)? { self }
}

/// A change that fits several state types, and finds out when it is applied whether it fits this one: an action of a router, or of Katana
/// 0.8.
///
/// Each store, scope and context takes it. It gets a copy of the state and returns a new value, so it copies the arrays that it changes; a
/// `StateUpdater` changes the state in place.
public protocol ErasedStateUpdater: AnyStateUpdater {}

/// A change of the state, and the only way to make one.
///
///     struct IncrementCounter: StateUpdater {
///       func updateState(_ state: inout CounterState) {
///         state.counter += 1
///       }
///     }
///
/// An updater may refuse by throwing, preferably an error of one type. Then the state is exactly what it was, whatever was changed until
/// then, no listener is called, and the dispatch is rejected with the error:
///
///     struct Withdraw: StateUpdater {
///       let amount: Int
///       func updateState(_ state: inout Account) throws(Overdrawn) {
///         state.balance -= amount
///         if state.balance < 0 { throw Overdrawn() }
///       }
///     }
///
/// Source: docs/semantics/store.md, K2.
public protocol StateUpdater<StateType>: AnyStateUpdater {
  /// The state that this updater changes.
  associatedtype StateType: State

  /// The type of error that it may throw; `Never`, unless `updateState(_:)` is declared with `throws`.
  associatedtype Refusal: Error = Never

  /// Changes the state; a pure function of the state and the updater.
  ///
  /// The state is changed in place: an array in it that nobody else holds is not copied. Only an updater that may throw works on a copy,
  /// which costs it a copy of each array that it changes. A store runs one updater at a time, on any thread. Reading the store's `state`
  /// here is a programming error (the state is half changed) and stops the program.
  ///
  /// - Throws: The error that rejects the dispatch and leaves the state as it was.
  func updateState(_ state: inout StateType) throws(Refusal)

  /// Changes a state, or leaves it exactly as it was and returns the error.
  ///
  /// Implemented for all updaters; a store calls this one.
  func apply(to state: inout StateType) -> (any Error)?
}

extension StateUpdater {
  /// `apply(to:)` for a store.
  ///
  /// Not a requirement: a requirement implemented in another module is called unspecialized through its witness table, which made a
  /// dispatch three times as long. It calls `updateState(_:)` directly if the updater can't throw.
  @inlinable
  @inline(__always)
  func change(_ state: inout StateType) -> (any Error)? {
    guard Refusal.self == Never.self else { return apply(to: &state) }
    do { try updateState(&state) } catch { return error }
    return nil
  }

  /// Changes a state in place, or through a copy if the updater may throw.
  @inlinable
  public func apply(to state: inout StateType) -> (any Error)? {
    do {
      if Refusal.self == Never.self { try updateState(&state) } else { try updateCopy(of: &state) }
      return nil
    } catch {
      return error
    }
  }

  /// Separate, so that an updater that can't throw has no copy in its frame: a state may be large.
  @usableFromInline
  @inline(never)
  func updateCopy(of state: inout StateType) throws(Refusal) {
    var changed = state
    try updateState(&changed)
    state = changed
  }

  /// Changes the state in place, if it is of the updater's type.
  @inlinable
  public func apply<S: State>(toAny state: inout S) throws {
    guard StateType.self == S.self else { return try replace(&state) }
    let refusal = unsafe withUnsafeMutablePointer(to: &state) { pointer in
      // SAFETY: both names are of one type, as was just checked; the compiler can't know it.
      unsafe apply(
        to: &UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: StateType.self).pointee
      )
    }
    if let refusal { throw refusal }
  }

  /// Dispatches it to a store of its state; elsewhere as an updater of any state.
  @inlinable
  public func dispatch<S: State>(to target: DispatchTarget<S>) -> DispatchHandle<Void> {
    guard StateType.self == S.self, let core = target.core, followUp == nil else {
      return target.dispatchErased(self)
    }
    // SAFETY: both names are of one type, as was just checked.
    return unsafe unsafeDowncast(core, to: StateCore<StateType>.self).dispatch(self)
  }

  /// Applies the updater to a copy of a state of unknown type.
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

/// An updater with work to do between its change and the next item: when the new state can be read, and before the listeners are called.
///
/// The actions of `KatanaLegacy` have their side effects there. It costs the update a copy of the old state; prefer a listener or a
/// `SideEffect` if either will do.
public protocol UpdaterWithFollowUp: AnyStateUpdater {
  /// Runs the work.
  ///
  /// Isolation: the store's own; later updaters wait for it. What is dispatched here is queued.
  ///
  /// - Parameters:
  ///   - previousState: The state before the change.
  ///   - currentState: The state after it.
  ///   - context: The context that a side effect would get.
  func followUp(
    previousState: any State,
    currentState: any State,
    in context: any AnySideEffectContext
  )
}
