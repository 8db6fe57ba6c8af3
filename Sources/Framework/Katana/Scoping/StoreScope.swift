/// A store, or a part of one whose other types are not known: what scoped stores and the contexts of side
/// effects work on.
protocol StoreScope<Slice>: Sendable {
  associatedtype Slice: State

  var slice: Slice { get }

  func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == Slice

  func suspendingDispatch<Updater: StateUpdater>(_ updater: Updater) async -> DispatchHandle<Void>
  where Updater.StateType == Slice

  func dispatchErased(_ updater: any AnyStateUpdater) -> DispatchHandle<Void>

  func startEffect(_ effect: any AnySideEffect) -> EffectRun

  func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable>

  func addListener(_ listener: @escaping @Sendable (Slice, Slice) -> Void) -> @Sendable () -> Void

  /// Makes a part of this part.
  func scoped<Inner: State>(
    to keyPath: any WritableKeyPath<Slice, Inner> & Sendable,
    dependencies: any SideEffectDependencyContainer
  ) -> any StoreScope<Inner>
}

extension StateCore: StoreScope {
  var slice: S { snapshot() }

  func dispatchErased(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    dispatchErased(updater, from: 0)
  }

  func startEffect(_ effect: any AnySideEffect) -> EffectRun {
    startEffect(effect, in: nil, from: 0)
  }

  func addListener(_ listener: @escaping @Sendable (S, S) -> Void) -> @Sendable () -> Void {
    addListener(.pair(listener))
  }

  func scoped<Inner: State>(
    to keyPath: any WritableKeyPath<S, Inner> & Sendable,
    dependencies: any SideEffectDependencyContainer
  ) -> any StoreScope<Inner> {
    KeyPathScope(core: self, keyPath: keyPath, dependencies: dependencies)
  }
}
