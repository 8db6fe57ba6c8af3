/// What a scoped store asks of the store that it is a part of, whose types it doesn't know.
protocol StoreScope<Slice>: Sendable {
  associatedtype Slice: State

  var store: any AnyStore { get }
  var slice: Slice { get }

  func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == Slice

  func dispatchErased(_ updater: any AnyStateUpdater) -> DispatchHandle<Void>

  func dispatchEffect(_ effect: any AnySideEffect) -> DispatchHandle<Void>

  func dispatchEffect<Effect: ReturningSideEffect>(
    _ effect: Effect
  ) -> DispatchHandle<Effect.ReturnValue>

  func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable>

  func addListener(_ listener: @escaping @Sendable (Slice, Slice) -> Void) -> @Sendable () -> Void

  func scoped<Inner: State>(
    to keyPath: any WritableKeyPath<Slice, Inner> & Sendable
  ) -> any StoreScope<Inner>
}
