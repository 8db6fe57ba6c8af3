/// What a side effect has of its store, or of a part of it.
///
/// It keeps working after the store was dropped, but what it dispatches then is rejected with
/// `StoreError.storeDropped`.
///
/// Source: SEMANTICS.md, K4.
public struct SideEffectContext<S: State, D: SideEffectDependencyContainer>: AnySideEffectContext {
  /// The dependencies of the store or of the part, the same in every side effect.
  public let dependencies: D

  enum Source {
    case store(StateCore<S>)
    case part(any StoreScope<S>)
  }

  let source: Source

  init(core: StateCore<S>, dependencies: D) {
    source = .store(core)
    self.dependencies = dependencies
  }

  init(part: any StoreScope<S>, dependencies: D) {
    source = .part(part)
    self.dependencies = dependencies
  }

  /// The state, or the part of it, at the moment of the call, not at that of the dispatch.
  public func getState() -> S {
    switch source {
    case .store(let core): core.snapshot()
    case .part(let part): part.slice
    }
  }

  /// The dependencies.
  public var anyDependencies: any SideEffectDependencyContainer { dependencies }

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

  /// Makes the context of a part of the state, with dependencies of its own.
  public func scope<Slice: State, Inner: SideEffectDependencyContainer>(
    _ keyPath: any WritableKeyPath<S, Slice> & Sendable,
    dependencies select: (D) -> Inner
  ) -> SideEffectContext<Slice, Inner> {
    let inner = select(dependencies)
    let part: any StoreScope<Slice> =
      switch source {
      case .store(let core):
        KeyPathScope(core: core, owner: nil, keyPath: keyPath, dependencies: inner)
      case .part(let part): part.scoped(to: keyPath, dependencies: inner)
      }
    return SideEffectContext<Slice, Inner>(part: part, dependencies: inner)
  }

  /// Hands over an updater of this state.
  @discardableResult
  public func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == S {
    switch source {
    case .store(let core): core.dispatch(updater)
    case .part(let part): part.dispatch(updater)
    }
  }

  /// Hands over an updater of this state; see `Store.suspendingDispatch(_:)`.
  @discardableResult
  public func suspendingDispatch<Updater: StateUpdater>(
    _ updater: Updater
  ) async -> DispatchHandle<Void> where Updater.StateType == S {
    switch source {
    case .store(let core): await core.suspendingDispatch(updater)
    case .part(let part): await part.suspendingDispatch(updater)
    }
  }

  /// Hands over an updater that fits several states.
  @discardableResult
  public func dispatch<Updater: ErasedStateUpdater>(_ updater: Updater) -> DispatchHandle<Void> {
    switch source {
    case .store(let core): core.dispatchErased(updater)
    case .part(let part): part.dispatchErased(updater)
    }
  }

  /// Hands over a side effect of this state and these dependencies.
  @discardableResult
  public func dispatch<Effect: SideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue>
  where Effect.StateType == S, Effect.Dependencies == D {
    DispatchHandle(effect: start(sideEffect))
  }

  /// Hands over a side effect with a value, which knows neither state nor dependencies.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    DispatchHandle(effect: start(sideEffect))
  }

  private func start(_ effect: any AnySideEffect) -> EffectRun {
    switch source {
    case .store(let core): core.startEffect(effect)
    case .part(let part): part.startEffect(effect)
    }
  }

  /// Hands over an item of any kind.
  @discardableResult
  public func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    switch source {
    case .store(let core): core.anyDispatch(item)
    case .part(let part): part.anyDispatch(item)
    }
  }

  /// Hands over an updater of any state.
  @discardableResult
  public func anyDispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    DispatchHandle(anyDispatch(updater as any Dispatchable).completion)
  }
}

/// A context as those see it who know the state's type, but not that of the dependencies.
protocol StateContext {
  /// Whether the state is of a type.
  func hasState<Other: State>(_ type: Other.Type) -> Bool

  /// What reads a part of the state without a copy of the rest; `nil` where the state is of another type.
  func reader<Root: State, Value>(
    of keyPath: any KeyPath<Root, Value> & Sendable
  ) -> (@Sendable () -> Value)?
}

extension SideEffectContext: StateContext {
  func hasState<Other: State>(_ type: Other.Type) -> Bool { type == S.self }

  func reader<Root: State, Value>(
    of keyPath: any KeyPath<Root, Value> & Sendable
  ) -> (@Sendable () -> Value)? {
    guard case .store(let core) = source, let core = core as? StateCore<Root> else { return nil }
    return { core.read(keyPath) }
  }
}
