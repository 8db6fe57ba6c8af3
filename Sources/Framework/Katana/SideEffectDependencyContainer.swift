/// Reads a store's state without knowing its type; throws `StoreError.notReady` before there is one.
public typealias GetState = @Sendable () throws -> any State

/// Dispatches without knowing the types.
public typealias AnyDispatch = @Sendable (any Dispatchable) -> DispatchHandle<any Sendable>

/// What side effects work with: clients, clocks, files; one instance a store.
///
///     final class AppDependencies: SideEffectDependencyContainer {
///       let api: API
///       init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) { api = API() }
///     }
///
/// Source: SEMANTICS.md, K17.
public protocol SideEffectDependencyContainer: Sendable {
  /// Makes the container, before the store's state exists.
  ///
  /// - Parameters:
  ///   - dispatch: Hands items to the store. They are held until the store is ready.
  ///   - getState: Reads the state.
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState)
}
