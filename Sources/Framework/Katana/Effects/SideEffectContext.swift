/// The store as a side effect or an interceptor without its types sees it.
///
/// `dispatch(_:)` takes items that need no particular state. Whether other items fit is only known when they are handled, so dispatch them
/// with `anyDispatch(_:)`.
///
/// Source: docs/semantics/store.md, K4.
public protocol AnySideEffectContext: AnyDispatcher {
  /// The store's dependencies.
  var anyDependencies: any SideEffectDependencyContainer { get }

  /// The state at the moment of the call.
  func getAnyState() -> any State
}

/// The store, or a part of it, as a side effect sees it.
///
/// It still works after the store was dropped, but rejects what it dispatches with `StoreError.storeDropped`.
///
/// Source: docs/semantics/store.md, K4.
public struct SideEffectContext<S: State, D: SideEffectDependencyContainer>: AnySideEffectContext,
  Dispatcher
{
  // Before the dependencies, so that its offset doesn't depend on their type.
  private let wholeStore: (any EffectStarter)?

  /// Where the items go.
  public let target: DispatchTarget<S>

  /// The dependencies of the store or of the part, the same in every side effect.
  public let dependencies: D

  init(_ scope: any StoreScope<S>, dependencies: D) {
    target = DispatchTarget(scope: scope)
    wholeStore = scope.wholeStore
    self.dependencies = dependencies
  }

  /// The state, or the part of it, at the moment of the call, not of the dispatch.
  public func getState() -> S { target.scope.slice }

  /// The dependencies; if the container wraps another, the wrapped one's.
  public var anyDependencies: any SideEffectDependencyContainer {
    (dependencies as? any WrappingDependencies)?.container ?? dependencies
  }

  /// The state at the moment of the call.
  public func getAnyState() -> any State { getState() }

  /// Makes the context of a part of the state, with the same dependencies.
  ///
  ///     try await context.scope(\.cart).dispatch(AddToCart(item)).value
  public func scope<Slice: State>(
    _ keyPath: any WritableKeyPath<S, Slice> & Sendable
  ) -> SideEffectContext<Slice, D> {
    scope(keyPath) { $0 }
  }

  /// Makes the context of a part of the state, with its own dependencies.
  public func scope<Slice: State, Inner: SideEffectDependencyContainer>(
    _ keyPath: any WritableKeyPath<S, Slice> & Sendable,
    dependencies select: (D) -> Inner
  ) -> SideEffectContext<Slice, Inner> {
    let inner = select(dependencies)
    return SideEffectContext<Slice, Inner>(
      target.scope.scoped(to: keyPath, dependencies: inner),
      dependencies: inner
    )
  }

  /// Dispatches an updater of this state as `Dispatcher.dispatch(_:)` does, but directly, like a store's own function.
  @discardableResult
  public func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == S {
    target.scope.dispatch(updater)
  }

  /// Dispatches a side effect of this state and these dependencies.
  @discardableResult
  public func dispatch<Effect: SideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue>
  where Effect.StateType == S, Effect.Dependencies == D {
    DispatchHandle(startEffect(sideEffect))
  }

  /// Dispatches a side effect with a value, which knows neither state nor dependencies.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    DispatchHandle(startEffect(sideEffect))
  }

  private func startEffect(_ effect: any AnySideEffect) -> EffectRun {
    wholeStore?.startEffect(effect) ?? target.scope.startEffect(effect)
  }
}

/// A context for code that knows the state's type but not that of the dependencies.
protocol StateContext {
  func hasState<Other: State>(_ type: Other.Type) -> Bool

  /// A closure that reads a part of the state without copying the rest; `nil` if the state is of another type.
  func reader<Root: State, Value>(
    of keyPath: any KeyPath<Root, Value> & Sendable
  ) -> (@Sendable () -> Value)?
}

extension SideEffectContext: StateContext {
  func hasState<Other: State>(_ type: Other.Type) -> Bool { type == S.self }

  func reader<Root: State, Value>(
    of keyPath: any KeyPath<Root, Value> & Sendable
  ) -> (@Sendable () -> Value)? {
    guard let core = target.scope as? StateCore<Root> else { return nil }
    return { core.read(keyPath) }
  }
}
