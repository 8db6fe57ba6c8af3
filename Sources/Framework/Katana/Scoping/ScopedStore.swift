/// A part of a store that has a slice of its state, updaters of its own, and needs to know nothing of
/// the rest: what a module of an application gets.
///
///     let cart = store.scope(\.cart)
///     cart.dispatch(AddToCart(item))
///     let unsubscribe = cart.addListener { old, new in print(new.total) }
///
/// Updaters go into the store's one queue, in the order of all others, and change the slice where it
/// lies. Interceptors see each item as it was dispatched here; only what is applied, and so what a log
/// applies again, is a `ScopedUpdater`. A `SideEffect` of the slice gets a context of the slice, with the
/// store's dependencies or those that the scope was given; a `ReturningSideEffect` gets the store's own
/// context. It keeps the store alive.
///
/// Isolation: any thread or task.
///
/// Source: SEMANTICS.md, 11 (modularity) and 13.4.
public struct ScopedStore<Slice: State>: PartialStore {
  /// The type of the slice.
  public typealias StateType = Slice

  let scope: any StoreScope<Slice>

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
  public var isReady: Bool { scope.owner?.isReady ?? true }

  /// Returns as soon as the store is ready; see `Store.waitUntilReady()`.
  public func waitUntilReady() async throws { try await scope.owner?.waitUntilReady() }

  /// Makes a part of this part.
  public func scope<Inner: State>(
    _ keyPath: any WritableKeyPath<Slice, Inner> & Sendable
  ) -> ScopedStore<Inner> {
    ScopedStore<Inner>(scope.scoped(to: keyPath, dependencies: nil))
  }

  /// Makes a part of this part, with dependencies of its own; see `Store.scope(_:dependencies:)`.
  public func scope<Inner: State>(
    _ keyPath: any WritableKeyPath<Slice, Inner> & Sendable,
    dependencies: some SideEffectDependencyContainer
  ) -> ScopedStore<Inner> {
    ScopedStore<Inner>(scope.scoped(to: keyPath, dependencies: dependencies))
  }

  /// Hands over an updater of the slice; see `Store.dispatch(_:)`.
  @discardableResult
  public func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == Slice {
    scope.dispatch(updater)
  }

  /// Hands over an updater that fits states of several types; it gets the slice.
  @discardableResult
  public func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) -> DispatchHandle<Void> {
    scope.dispatchErased(updater)
  }

  /// Hands over a side effect of the slice.
  ///
  /// - Returns: A handle that throws `StoreError.wrongContext` where its dependencies are others than
  ///   the scope's.
  @discardableResult
  public func dispatch<Effect: SideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> where Effect.StateType == Slice {
    DispatchHandle(effect: scope.startEffect(sideEffect))
  }

  /// Hands over a side effect with a value, which gets the store's context.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    DispatchHandle(effect: scope.startEffect(sideEffect))
  }

  /// Hands over an item of any kind: of the slice, or of the whole state.
  ///
  /// - Returns: A handle that throws `StoreError.wrongStateType` or `wrongContext` where it is for neither.
  @discardableResult
  public func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    scope.anyDispatch(item)
  }

  /// Hands over an updater whose type is not known: of the slice, or of the whole state.
  @discardableResult
  public func anyDispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    DispatchHandle(scope.anyDispatch(updater).completion)
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
    scope(keyPath) { $0 }
  }

  /// Makes a part of the store that has a slice of its state, and dependencies of its own: a module need
  /// not know those of the whole application.
  ///
  ///     let cart = store.scope(\.cart) { $0.cart }
  ///
  /// - Parameters:
  ///   - keyPath: Where the slice is.
  ///   - select: Takes the part's dependencies out of the store's.
  /// - Returns: The part.
  public func scope<Slice: State, Inner: SideEffectDependencyContainer>(
    _ keyPath: any WritableKeyPath<S, Slice> & Sendable,
    dependencies select: (D) -> Inner
  ) -> ScopedStore<Slice> {
    ScopedStore(
      KeyPathScope(
        core: core,
        owner: self,
        keyPath: keyPath,
        dependencies: select(dependencies)
      )
    )
  }
}
