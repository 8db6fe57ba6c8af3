/// Reads a store's state without knowing its type; throws `StoreError.notReady` before there is one.
public typealias GetState = @Sendable () throws -> any State

/// Dispatches without knowing the types.
public typealias AnyDispatch = @Sendable (any Dispatchable) -> DispatchHandle<any Sendable>

/// The clients, clocks and files that side effects work with; one instance per store.
///
///     final class AppDependencies: SideEffectDependencyContainer {
///       let api: API
///       init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) { api = API() }
///     }
///
/// Source: docs/semantics/store.md, K17.
public protocol SideEffectDependencyContainer: Sendable {
  /// Makes the container, before the store's state exists.
  ///
  /// - Parameters:
  ///   - dispatch: Dispatches items to the store, which holds them until it is ready.
  ///   - getState: Reads the state.
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState)
}

/// A container that wraps another one.
///
/// Side effects without types get the wrapped one and ask it for protocols, such as a navigator's.
package protocol WrappingDependencies: SideEffectDependencyContainer {
  /// The wrapped container.
  var container: any SideEffectDependencyContainer { get }
}

/// The dependencies of a store whose side effects need none.
public struct EmptySideEffectDependencyContainer: SideEffectDependencyContainer {
  /// Makes the container.
  public init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}
