/// A part of a store that has a slice of its state, updaters of its own, and needs to know nothing of
/// the rest: what a module of an application gets.
///
///     let cart = store.scope(\.cart)
///     cart.dispatch(AddToCart(item))
///     let unsubscribe = cart.addListener { old, new in print(new.total) }
///
/// Updaters go into the store's one queue, in the order of all others, and change the slice where it
/// lies. They reach interceptors and logs as `ScopedUpdater`. Side effects get the store's own
/// context. It keeps the store alive.
///
/// Isolation: any thread or task.
///
/// Source: SEMANTICS.md, 11 (modularity) and 13.4.
public struct ScopedStore<Slice: State>: PartialStore {
  /// The type of the slice.
  public typealias StateType = Slice

  private let scope: any StoreScope<Slice>

  init(_ scope: any StoreScope<Slice>) {
    self.scope = scope
  }

  /// The slice as the last applied updater left it; see `Store.state`.
  ///
  /// Complexity: a copy of the slice alone where the store is idle.
  public var state: Slice { scope.slice }

  /// The slice as the last applied updater left it.
  public var anyState: any State { state }

  /// Whether the store has its initial state and handles what is dispatched.
  public var isReady: Bool { scope.store.isReady }

  /// Returns as soon as the store is ready; see `Store.waitUntilReady()`.
  public func waitUntilReady() async throws { try await scope.store.waitUntilReady() }

  /// Makes a part of this part.
  public func scope<Inner: State>(
    _ keyPath: any WritableKeyPath<Slice, Inner> & Sendable
  ) -> ScopedStore<Inner> {
    ScopedStore<Inner>(scope.scoped(to: keyPath))
  }

  /// Hands over an updater of the slice; see `Store.dispatch(_:)`.
  @discardableResult
  public func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == Slice {
    scope.dispatch(updater)
  }

  /// Hands over an updater whose type is not known: of the slice, or of the whole state.
  ///
  /// - Returns: A handle that throws `StoreError.wrongStateType` where it is for neither.
  @discardableResult
  public func dispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    scope.dispatchErased(updater)
  }

  /// Hands over a side effect without a value, which gets the store's context.
  @_disfavoredOverload
  @discardableResult
  public func dispatch(_ sideEffect: any AnySideEffect) -> DispatchHandle<Void> {
    scope.dispatchEffect(sideEffect)
  }

  /// Hands over a side effect with a value, which gets the store's context.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    scope.dispatchEffect(sideEffect)
  }

  /// Hands over an item of any kind.
  @discardableResult
  public func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    scope.anyDispatch(item)
  }

  /// Calls a closure with the slice before and after each update that changed it, or after each
  /// update of the store where the slice isn't `Equatable`; see `Store.addListener(_:)`.
  ///
  /// Complexity: a comparison of two slices for each update of the store.
  @discardableResult
  public func addListener(
    _ listener: @escaping @Sendable (_ oldState: Slice, _ newState: Slice) -> Void
  ) -> @Sendable () -> Void {
    scope.addListener(listener)
  }

  /// Calls a closure as `addListener(_:)` does.
  @discardableResult
  public func addAnyListener(
    _ listener: @escaping @Sendable (_ oldState: any State, _ newState: any State) -> Void
  ) -> @Sendable () -> Void {
    addListener { listener($0, $1) }
  }
}

extension Store {
  /// Makes a part of the store that has a slice of its state.
  public func scope<Slice: State>(
    _ keyPath: any WritableKeyPath<S, Slice> & Sendable
  ) -> ScopedStore<Slice> {
    ScopedStore(KeyPathScope(parent: self, keyPath: keyPath))
  }
}
