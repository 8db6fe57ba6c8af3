/// Work with the outside world: a request, a file, a timer; it dispatches what comes of it.
///
///     struct GenerateRandomNumber: SideEffect {
///       func sideEffect(_ context: SideEffectContext<CounterState, AppDependencies>) async throws {
///         let number = try await context.dependencies.api.randomNumber()
///         try await context.dispatch(SetCounter(value: number)).value
///       }
///     }
///
/// Side effects run at the same time as each other and as updaters. One is done when its body
/// returns; work that it spawned and did not await is not waited for.
///
/// Source: SEMANTICS.md, K3, K8.
public protocol SideEffect: AnySideEffect {
  /// The state of the store that it is dispatched to.
  associatedtype StateType: State
  /// The dependencies of that store.
  associatedtype Dependencies: SideEffectDependencyContainer

  /// Does the work.
  ///
  /// Isolation: a task of its own on the global concurrent executor. It is cancelled by
  /// `DispatchHandle.cancel()` and when the store is dropped.
  ///
  /// - Throws: What the dispatch is rejected with.
  func sideEffect(_ context: SideEffectContext<StateType, Dependencies>) async throws
}

extension SideEffect {
  /// Runs the side effect in a context whose types are not known.
  ///
  /// - Throws: `StoreError.wrongContext` if it is the context of a store of other types.
  public func anySideEffect(_ context: any AnySideEffectContext) async throws -> any Sendable {
    guard let context = context as? SideEffectContext<StateType, Dependencies> else {
      throw StoreError.wrongContext(
        item: debugDescription,
        expected: "\(SideEffectContext<StateType, Dependencies>.self)",
        found: "\(type(of: context))"
      )
    }
    return try await sideEffect(context)
  }
}
