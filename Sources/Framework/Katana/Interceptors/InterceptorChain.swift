/// The bound interceptors of a store, outermost first.
@usableFromInline
@safe struct InterceptorChain: Sendable {
  let interceptors: [any BoundInterceptor]
  /// The steps of an updater, by the interceptor that they begin with: the first, or one behind a late interceptor.
  private let updaterSteps: [Int: UpdaterStep]

  /// The steps from the first interceptor on; `nil` if there are none.
  ///
  /// An unmanaged reference, because the only user is the owner of the store, who alone replaces the chain, and does so between two items
  /// (StoreOwnership, rule 1).
  // SAFETY: `updaterSteps` keeps it alive.
  @usableFromInline let firstStep: Unmanaged<UpdaterStep>?

  init(interceptors: [any BoundInterceptor]) {
    self.interceptors = interceptors
    updaterSteps = interceptors.indices.reduce(into: [:]) { steps, index in
      guard index == 0 || interceptors[index - 1] is any LateInterceptor else { return }
      steps[index] = UpdaterStep.first(of: interceptors[index...])
    }
    unsafe firstStep = updaterSteps[0].map { unsafe Unmanaged.passUnretained($0) }
  }

  /// The steps of an updater from the first interceptor on, or from the one behind a late one; `nil` if there are none.
  func updaterStep(from index: Int) -> UpdaterStep? { updaterSteps[index] }

  /// Passes a side effect through the interceptors from `index` on to the last step.
  func handle(
    sideEffect: any Dispatchable,
    from index: Int = 0,
    last: (any Dispatchable) async throws -> Void
  ) async throws {
    guard index < interceptors.count else { return try await last(sideEffect) }
    try await interceptors[index].handle(sideEffect: sideEffect) { item in
      try await handle(sideEffect: item, from: index + 1, last: last)
    }
  }
}

/// An interceptor that passes items on after its `handle` has returned: the middleware of `KatanaLegacy`.
package protocol LateInterceptor: BoundInterceptor, AnyObject {}

/// A context with the additions that late interceptors need.
package protocol LateInterceptorContext: AnySideEffectContext {
  /// Dispatches an item only to the interceptors behind this one.
  ///
  /// - Returns: Whether the store knows them; if not, nothing is done.
  func dispatch(_ item: any Dispatchable, behind interceptor: any LateInterceptor) -> Bool

  /// The carrier of the item that the calling thread passes through the interceptors, if any.
  ///
  /// An item that is passed on later has to be carried to the same part of the state.
  var carrier: (any Dispatchable)? { get }

  /// The state, or a new one before the store is ready.
  var stateOrPlaceholder: any State { get }
}

extension InterceptorChain {
  /// The index behind an interceptor; `nil` if it isn't one of them, but inside another.
  func index(behind interceptor: any LateInterceptor) -> Int? {
    let index = interceptors.firstIndex { ($0 as? any LateInterceptor) === interceptor }
    return index.map { $0 + 1 }
  }
}

extension SideEffectContext: LateInterceptorContext {
  /// Interceptors get the context of the whole store.
  private var core: StateCore<S>? { target.scope as? StateCore<S> }

  package var stateOrPlaceholder: any State {
    guard let core, !core.isReady, !core.ownership.isHeldByThisThread else { return getState() }
    return S()
  }

  package var carrier: (any Dispatchable)? {
    guard let core, core.ownership.isHeldByThisThread else { return nil }
    // SAFETY: this thread owns the store (StoreOwnership, rules 1 and 9).
    return unsafe core.owned.pointee.carrier
  }

  package func dispatch(
    _ item: any Dispatchable,
    behind interceptor: any LateInterceptor
  ) -> Bool {
    guard let core else { return false }
    let chain = core.runtime.effectInterceptors.withLock { $0 }
    guard let index = chain.index(behind: interceptor) else {
      // A closed store has no interceptors any more, and takes no items.
      return core.runtime.effects.withLock { $0.isClosed }
    }
    switch item.dispatchRole {
    case .updater(let updater): _ = core.dispatchErased(updater, from: index)
    case .sideEffect(let effect): _ = core.startEffect(effect, from: index)
    case .invalid: _ = core.anyDispatch(item)
    }
    return true
  }
}
