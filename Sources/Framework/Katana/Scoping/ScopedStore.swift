/// A part of a store, for one module of an application: it has a slice of the state and its own updaters, and needs to know nothing of the
/// rest.
///
///     let cart = store.scope(\.cart)
///     cart.dispatch(AddToCart(item))
///     let unsubscribe = cart.addListener { old, new in print(new.total) }
///
/// Updaters go into the store's one queue, in the order of all others, and change the slice in place. Interceptors see each item as it was
/// dispatched here; only the applied item, which a log applies again, is a `ScopedUpdater`. A `SideEffect` of the slice gets a context of
/// the slice, with the store's dependencies or the scope's own; a `ReturningSideEffect` gets the store's context. The scope keeps the store
/// alive.
///
/// Isolation: any thread or task.
///
/// Source: docs/semantics/store.md, K29.
public struct ScopedStore<Slice: State>: PartialStore, Dispatcher {
  /// The type of the slice.
  public typealias StateType = Slice

  /// Where the items go.
  public let target: DispatchTarget<Slice>
  private let owner: any AnyStore
  private let dependencies: any SideEffectDependencyContainer

  init(
    _ scope: any StoreScope<Slice>,
    of owner: any AnyStore,
    dependencies: any SideEffectDependencyContainer
  ) {
    target = DispatchTarget(scope: scope)
    self.owner = owner
    self.dependencies = dependencies
  }

  /// An identity that all values of the same part of the same store share.
  package var identity: StoreIdentity { target.scope.identity }

  /// The slice as the last applied updater left it; see `Store.state`.
  ///
  /// Complexity: copies only the slice if the store is idle.
  public var state: Slice { target.scope.slice }

  /// Whether the store has its initial state and handles what is dispatched.
  public var isReady: Bool { owner.isReady }

  /// Returns as soon as the store is ready; see `Store.waitUntilReady()`.
  public func waitUntilReady() async throws { try await owner.waitUntilReady() }

  /// How many updates the whole store has applied.
  public var stateVersion: UInt64 { owner.stateVersion }

  /// Calls a closure for each update of the whole store; see `Store.addUpdateListener(_:)`.
  @discardableResult
  public func addUpdateListener(
    _ listener: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    owner.addUpdateListener(listener)
  }

  /// Makes a part of this part.
  public func scope<Inner: State>(
    _ keyPath: any WritableKeyPath<Slice, Inner> & Sendable
  ) -> ScopedStore<Inner> {
    part(keyPath, dependencies)
  }

  /// Makes a part of this part, with its own dependencies; see `Store.scope(_:dependencies:)`.
  public func scope<Inner: State>(
    _ keyPath: any WritableKeyPath<Slice, Inner> & Sendable,
    dependencies: some SideEffectDependencyContainer
  ) -> ScopedStore<Inner> {
    part(keyPath, dependencies)
  }

  private func part<Inner: State>(
    _ keyPath: any WritableKeyPath<Slice, Inner> & Sendable,
    _ dependencies: any SideEffectDependencyContainer
  ) -> ScopedStore<Inner> {
    let scope = target.scope.scoped(to: keyPath, dependencies: dependencies)
    return ScopedStore<Inner>(scope, of: owner, dependencies: dependencies)
  }

  /// Calls a closure with the slice before and after each update that changed it; see `Store.addListener(_:)`.
  ///
  /// If the slice isn't `Equatable`, calls it after each update of the store.
  ///
  /// Complexity: a comparison of two slices for each update of the store.
  @discardableResult
  public func addListener(
    _ listener: @escaping @Sendable (_ oldState: Slice, _ newState: Slice) -> Void
  ) -> @Sendable () -> Void {
    target.scope.addListener(listener)
  }
}

extension Store {
  /// Makes a part of the store that has a slice of its state.
  public func scope<Slice: State>(
    _ keyPath: any WritableKeyPath<S, Slice> & Sendable
  ) -> ScopedStore<Slice> {
    scope(keyPath) { $0 }
  }

  /// Makes a part of the store that has a slice of its state and its own dependencies: a module needn't know those of the whole
  /// application.
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
    let inner = select(dependencies)
    let scope = KeyPathScope(core: core, keyPath: keyPath, dependencies: inner)
    return ScopedStore(scope, of: self, dependencies: inner)
  }
}
