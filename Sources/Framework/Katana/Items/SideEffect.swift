/// A side effect whose types are not known where it is dispatched.
///
/// Conform to `SideEffect` or `ReturningSideEffect` instead, which implement this protocol.
///
/// Source: docs/semantics/store.md, K3.
public protocol AnySideEffect: Dispatchable {
  /// Runs the side effect and returns its value; `()` where it has none.
  ///
  /// - Throws: What rejects the dispatch, such as `StoreError.wrongContext`.
  nonisolated(nonsending) func anySideEffect(
    _ context: any AnySideEffectContext
  ) async throws -> any Sendable

  /// Whether the task begins on the main actor, for one whose work is done there: each change of threads costs.
  ///
  /// One that a task on the main actor dispatches begins before the dispatch returns. Unless it is said, the task
  /// begins on the global concurrent executor. Interceptors run there in any case.
  static var beginsOnMainActor: Bool { get }
}

extension AnySideEffect {
  /// Not said.
  public static var beginsOnMainActor: Bool { false }
}

/// Work with the outside world: a request, a file, a timer; it dispatches what comes of it.
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
/// Its state may be a part of a store's: then it is dispatched to `Store.scope(_:)`, and its context
/// knows the part alone.
///
/// Side effects run at the same time as each other and as updaters. One is done when its body
/// returns; work that it spawned and did not await is not waited for.
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
  /// Isolation: a task of its own on the global concurrent executor, with the priority and the
  /// task-local values of the task that dispatched it (`Store.dispatch(_:)`). It is cancelled by
  /// `DispatchHandle.cancel()`, when the only task that awaits it is cancelled, and when the store is
  /// dropped.
  ///
  /// - Throws: What the dispatch is rejected with.
  func sideEffect(
    _ context: SideEffectContext<StateType, Dependencies>
  ) async throws -> ReturnValue
}

extension SideEffect {
  /// Runs the side effect in a context whose types are not known.
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

  /// Whether the context's state is the one that this side effect wants.
  func fits(_ context: any AnySideEffectContext) -> Bool {
    (context as? any StateContext)?.hasState(StateType.self) ?? false
  }
}

/// A side effect that returns a value, and knows neither the state's nor the dependencies' type: for
/// libraries.
///
/// One that knows them is a `SideEffect`, which may return a value as well.
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
  /// - Throws: What the dispatch is rejected with.
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
