/// A side effect whose types are unknown where it is dispatched.
///
/// Conform to `SideEffect` or `ReturningSideEffect` instead, which implement this protocol.
///
/// Source: docs/semantics/store.md, K3.
public protocol AnySideEffect: Dispatchable {
  /// Runs the side effect and returns its value; `()` if it has none.
  ///
  /// - Throws: The error that rejects the dispatch, such as `StoreError.wrongContext`.
  nonisolated(nonsending) func anySideEffect(
    _ context: any AnySideEffectContext
  ) async throws -> any Sendable

  /// Whether the task begins on the main actor, for side effects that do their work there: each change of threads costs.
  ///
  /// Such a side effect begins before the dispatch returns, if a task on the main actor dispatches it. By default, the task begins on the
  /// global concurrent executor. Interceptors always run there.
  static var beginsOnMainActor: Bool { get }
}

extension AnySideEffect {
  /// False by default.
  public static var beginsOnMainActor: Bool { false }
}

/// Work with the outside world, such as a request, a file or a timer; it dispatches the results.
///
///     struct GenerateRandomNumber: SideEffect {
///       func sideEffect(_ context: SideEffectContext<CounterState, AppDependencies>) async throws {
///         let number = try await context.dependencies.api.randomNumber()
///         try await context.dispatch(SetCounter(value: number)).value
///       }
///     }
///
/// It may return a value, which the handle of its dispatch has:
///
///     struct RandomNumber: SideEffect {
///       func sideEffect(
///         _ context: SideEffectContext<CounterState, AppDependencies>
///       ) async throws -> Int { ... }
///     }
///
///     let number = try await store.dispatch(RandomNumber()).value
///
/// If its state is a part of a store's, dispatch it to `Store.scope(_:)`; its context knows only that part.
///
/// Side effects run concurrently with each other and with updaters. A side effect is done when its body returns; it doesn't wait for work
/// that it spawned and did not await.
///
/// Source: docs/semantics/store.md, K3, K8.
public protocol SideEffect<StateType, Dependencies>: AnySideEffect {
  /// The state of the store, or of the part of one, that it is dispatched to.
  associatedtype StateType: State
  /// The dependencies of that store or part.
  associatedtype Dependencies: SideEffectDependencyContainer
  /// The type of its value.
  associatedtype ReturnValue: Sendable = Void

  /// Does the work.
  ///
  /// Isolation: its own task on the global concurrent executor, with the priority and the task-local values of the task that dispatched it
  /// (`Store.dispatch(_:)`). It is cancelled by `DispatchHandle.cancel()`, when the only task that awaits it is cancelled, and when the
  /// store is dropped.
  ///
  /// - Throws: The error that rejects the dispatch.
  func sideEffect(
    _ context: SideEffectContext<StateType, Dependencies>
  ) async throws -> ReturnValue
}

extension SideEffect {
  /// Runs the side effect in a context of unknown types.
  ///
  /// - Throws: `StoreError.wrongContext` if it is the context of a store of other types.
  nonisolated(nonsending) public func anySideEffect(
    _ context: any AnySideEffectContext
  ) async throws -> any Sendable {
    guard let context = context as? SideEffectContext<StateType, Dependencies> else {
      throw StoreError.wrongContext(
        item: debugDescription,
        expected: "\(SideEffectContext<StateType, Dependencies>.self)",
        found: "\(type(of: context))"
      )
    }
    return try await sideEffect(context)
  }

  /// Whether the context's state is the one that this side effect needs.
  func fits(_ context: any AnySideEffectContext) -> Bool {
    (context as? any StateContext)?.hasState(StateType.self) ?? false
  }
}

/// A side effect for libraries: it returns a value, and knows neither the state's nor the dependencies' type.
///
/// If you know them, use a `SideEffect`, which may return a value too.
///
///     struct Purchase: ReturningSideEffect {
///       let productID: ProductID
///       func sideEffect(_ context: any AnySideEffectContext) async throws -> Receipt { ... }
///     }
///
///     let receipt = try await store.dispatch(Purchase(productID: id)).value
///
/// Source: docs/semantics/store.md, K3.
public protocol ReturningSideEffect: AnySideEffect {
  /// The type of its value.
  associatedtype ReturnValue: Sendable

  /// Does the work; see `SideEffect.sideEffect(_:)`.
  ///
  /// - Throws: The error that rejects the dispatch.
  nonisolated(nonsending) func sideEffect(
    _ context: any AnySideEffectContext
  ) async throws -> ReturnValue
}

extension ReturningSideEffect {
  /// Runs the side effect and forgets the type of its value.
  nonisolated(nonsending) public func anySideEffect(
    _ context: any AnySideEffectContext
  ) async throws -> any Sendable {
    try await sideEffect(context)
  }
}
