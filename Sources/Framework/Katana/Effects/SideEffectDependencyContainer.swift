/// Reads a store's state without knowing its type; throws `StoreError.notReady` before there is one.
public typealias GetState = @Sendable () throws -> any State

/// Dispatches without knowing the types.
public typealias AnyDispatch = @Sendable (any Dispatchable) -> DispatchHandle<any Sendable>

/// The clients, clocks and files that side effects work with; one instance a store.
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
  ///   - dispatch: Hands items to the store. They are held until the store is ready.
  ///   - getState: Reads the state.
  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState)
}

/// A container made for another one, which is what side effects that know no types get: they ask it for protocols, such as a
/// navigator's.
package protocol WrappingDependencies: SideEffectDependencyContainer {
  /// The other one.
  var container: any SideEffectDependencyContainer { get }
}

/// The dependencies of a store whose side effects need none.
public struct EmptySideEffectDependencyContainer: SideEffectDependencyContainer {
  /// Makes the container.
  public init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
}
