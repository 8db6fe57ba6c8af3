@_exported public import Katana

// All that a program of Katana 0.8 or 2.x imports; if two names are equal, this module's has precedence.

/// The store of Katana 0.8 and 2.x: generic only over the state, with middleware, and with listeners without arguments.
///
///     let store = Store<CounterState>(middleware: [logger], dependencies: AppDependencies.self)
///     let unsubscribe = store.addListener { print(store.state) }
///     store.dispatch(IncrementCounter())
///
/// It hides `Katana.Store` from a file that imports only this module; `base` is such a store, with all modern features. Actions are handled
/// in the order of docs/semantics/legacy.md, L3: middleware, new state, side effect, listeners, then the next action.
///
/// Isolation: any thread or task.
///
/// Source: docs/semantics/legacy.md, L2, L7.
public final class Store<StateType: State>: Sendable {
  /// The modern store that does the work.
  public let base: any PartialStore<StateType>

  /// The container that actions with side effects get.
  public let dependencies: any SideEffectDependencyContainer

  private let listenerExecutor: any StoreExecutor

  /// The state until the store is ready; `nil` if it always was.
  private let placeholder: StateType?

  /// Makes a store that is ready when this returns.
  ///
  /// - Parameters:
  ///   - middleware: Wraps the handling of each action; the first is the outermost.
  ///   - dependencies: The type of the container.
  ///   - listenerExecutor: Calls the listeners. The originals used the main queue, which doesn't run in a program without a main run loop:
  ///     pass `.queue(.main)` if there is one.
  ///   - configuration: How the store runs.
  ///   - initialState: The state before the first action.
  public init(
    middleware: [StoreMiddleware] = [],
    dependencies: any SideEffectDependencyContainer.Type = EmptySideEffectDependencyContainer.self,
    listenerExecutor: any StoreExecutor = .immediate,
    configuration: StoreConfiguration = StoreConfiguration(),
    initialState: StateType = StateType()
  ) {
    let store = Katana.Store<StateType, AnyDependencies>(
      interceptors: middleware.map { middlewareToInterceptor($0) },
      configuration: configuration,
      dependencies: { AnyDependencies(dependencies.init(dispatch: $0, getState: $1)) },
      initialState: initialState
    )
    base = store
    self.dependencies = store.dependencies.container
    self.listenerExecutor = listenerExecutor
    placeholder = nil
  }

  /// Makes a store whose initial state comes later; until then it holds actions.
  ///
  /// Until then the state is a new `StateType()`, also for the container and for middleware.
  ///
  /// - Parameters:
  ///   - stateInitializer: Makes the state, in its own task.
  ///   - middleware: As above.
  ///   - dependencies: As above; made at once.
  ///   - listenerExecutor: As above.
  ///   - configuration: How the store runs.
  public init(
    stateInitializer: @escaping @Sendable () async throws -> StateType,
    middleware: [StoreMiddleware] = [],
    dependencies: any SideEffectDependencyContainer.Type = EmptySideEffectDependencyContainer.self,
    listenerExecutor: any StoreExecutor = .immediate,
    configuration: StoreConfiguration = StoreConfiguration()
  ) {
    let placeholder = StateType()
    let store = Katana.Store<StateType, AnyDependencies>(
      interceptors: middleware.map { middlewareToInterceptor($0) },
      configuration: configuration,
      dependencies: { dispatch, getState in
        let getState: GetState = {
          do { return try getState() } catch StoreError.notReady { return placeholder }
        }
        return AnyDependencies(dependencies.init(dispatch: dispatch, getState: getState))
      },
      stateInitializer: stateInitializer
    )
    base = store
    self.dependencies = store.dependencies.container
    self.listenerExecutor = listenerExecutor
    self.placeholder = placeholder
  }

  /// The state as the last handled action left it, or a new `StateType()` before the store is ready; see `Katana.Store.state`.
  public var state: StateType {
    if let placeholder, !base.isReady { return placeholder }
    return base.state
  }

  /// The state, or `nil` before there is one.
  public var stateIfReady: StateType? { base.stateIfReady }

  /// Whether the store has its initial state.
  public var isReady: Bool { base.isReady }

  /// Returns as soon as the store is ready.
  ///
  /// - Throws: `StoreError.initializationFailed` if it never will be.
  public func waitUntilReady() async throws { try await base.waitUntilReady() }

  /// Dispatches an action.
  ///
  /// - Returns: A handle to await, also before another dispatch (docs/semantics/legacy.md, L12).
  @discardableResult
  public func dispatch(_ action: any Action) -> DispatchHandle<Void> {
    base.anyDispatch(action as any AnyStateUpdater)
  }

  /// Dispatches a side effect with a value that knows neither state nor dependencies, such as a navigation, which was an action in Tempura
  /// 0.2.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    base.dispatch(sideEffect)
  }

  /// Dispatches an item of any kind.
  @discardableResult
  public func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    base.anyDispatch(item)
  }

  /// Calls a closure after each action from now on, in the order of registration.
  ///
  /// - Returns: A closure that removes exactly this listener, whatever was added or removed meanwhile; may be called repeatedly.
  @discardableResult
  public func addListener(_ listener: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    base.addListener { [listenerExecutor] _, _ in listenerExecutor.execute(listener) }
  }
}

/// A container whose type the legacy store doesn't know.
struct AnyDependencies: WrappingDependencies {
  let container: any SideEffectDependencyContainer

  init(_ container: any SideEffectDependencyContainer) {
    self.container = container
  }

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
    container = EmptySideEffectDependencyContainer(dispatch: dispatch, getState: getState)
  }
}
