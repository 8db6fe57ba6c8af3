/// What a scoped store, and the context of a part's side effects, ask of the store that they are a part
/// of, whose types they don't know.
protocol StoreScope<Slice>: Sendable {
  associatedtype Slice: State

  /// The store that is kept alive; `nil` for a side effect, which keeps none.
  var owner: (any AnyStore)? { get }
  var slice: Slice { get }

  func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == Slice

  func suspendingDispatch<Updater: StateUpdater>(_ updater: Updater) async -> DispatchHandle<Void>
  where Updater.StateType == Slice

  func dispatchErased(_ updater: any AnyStateUpdater) -> DispatchHandle<Void>

  func startEffect(_ effect: any AnySideEffect) -> EffectRun

  func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable>

  func addListener(_ listener: @escaping @Sendable (Slice, Slice) -> Void) -> @Sendable () -> Void

  /// Makes a part of this part; without dependencies it has the same.
  func scoped<Inner: State>(
    to keyPath: any WritableKeyPath<Slice, Inner> & Sendable,
    dependencies: (any SideEffectDependencyContainer)?
  ) -> any StoreScope<Inner>
}
