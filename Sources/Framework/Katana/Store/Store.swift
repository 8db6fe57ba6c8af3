/// Holds an application's state, applies dispatched updaters to it one at a time and in order, and runs dispatched side effects.
///
///     let store = Store<CounterState, AppDependencies>()
///     let unsubscribe = store.addListener { old, new in print(old.counter, new.counter) }
///     store.dispatch(IncrementCounter())
///     try await store.dispatch(FetchCounter()).value
///     print(store.state.counter)
///
/// An updater that finds the store idle runs at once on the thread that dispatched it. One that finds the store busy waits its turn, at
/// most for the patience of `UpdateExecution.inPlace` (5 ms, or zero for no wait); then it is queued, and the busy thread runs it. Updaters
/// of one thread keep their order, and an updater that was dispatched after another's dispatch had returned, on any thread, runs after it.
///
/// When the store goes away, running side effects are cancelled, and waiting items are rejected with `StoreError.storeDropped`. Only its
/// users keep it alive.
///
/// Isolation: any thread or task.
///
/// Source: docs/semantics/store.md, K5, K7, K9, K12, K14; the queue's rules are at the top of `StoreOwnership.swift`.
public final class Store<S: State, D: SideEffectDependencyContainer>: PartialStore, Dispatcher {
  /// The type of the state.
  public typealias StateType = S

  /// The dependencies of the side effects.
  public let dependencies: D

  @usableFromInline
  let core: StateCore<S>

  private let initialization: Task<Void, Never>?

  /// Where the items go.
  public let target: DispatchTarget<S>

  /// Makes a store that is ready when this returns.
  ///
  /// - Parameters:
  ///   - interceptors: Wrap the handling of each item; the first is the outermost.
  ///   - configuration: How the store runs.
  ///   - dependencies: Makes the dependencies.
  ///   - initialState: The state before the first update.
  public init(
    interceptors: [StoreInterceptor] = [],
    configuration: StoreConfiguration = StoreConfiguration(),
    dependencies: (@escaping AnyDispatch, @escaping GetState) -> D = {
      D(dispatch: $0, getState: $1)
    },
    initialState: S = S()
  ) {
    core = StateCore(configuration: configuration)
    target = DispatchTarget(core: core)
    self.dependencies = core.makeDependencies(dependencies)
    initialization = nil
    core.becomeReady(initialState, interceptors: interceptors)
  }

  /// Makes a store whose initial state comes later.
  ///
  /// Items dispatched until then are held, and handled in order when the state exists.
  ///
  /// - Parameters:
  ///   - interceptors: As above.
  ///   - configuration: As above.
  ///   - dependencies: Makes the dependencies, before the state exists.
  ///   - stateInitializer: Makes the state, in its own task. If it throws, all items are rejected with `StoreError.initializationFailed`.
  public init(
    interceptors: [StoreInterceptor] = [],
    configuration: StoreConfiguration = StoreConfiguration(),
    dependencies: (@escaping AnyDispatch, @escaping GetState) -> D = {
      D(dispatch: $0, getState: $1)
    },
    stateInitializer: @escaping @Sendable () async throws -> S
  ) {
    let core = StateCore<S>(configuration: configuration)
    self.core = core
    target = DispatchTarget(core: core)
    self.dependencies = core.makeDependencies(dependencies)
    initialization = Task.detached {
      do {
        core.becomeReady(try await stateInitializer(), interceptors: interceptors)
      } catch {
        core.failInitialization(error)
      }
    }
  }

  deinit {
    // In this order, so that an initializer that is cancelled finds the store closed.
    core.close(.storeDropped)
    initialization?.cancel()
  }

  /// Whether the store has its initial state and handles what is dispatched.
  public var isReady: Bool { core.isReady }

  /// Returns as soon as the store is ready.
  ///
  /// - Throws: `StoreError.initializationFailed` if it never will be.
  public func waitUntilReady() async throws {
    await core.runtime.readiness.wait()
    try core.runtime.readiness.check()
  }

  /// The state as the last applied updater left it: never half changed, and never older than one that this thread has read or, by an
  /// awaited dispatch, written.
  ///
  /// Keeping the value makes the next update of each of its arrays copy that array. Before the store is ready there is no state, and
  /// reading it is a programming error that stops the program: use `stateIfReady`, or `waitUntilReady()` before.
  ///
  /// Complexity: if the store is idle, a copy of `S` (a retain for each reference directly in it) and two atomic operations. Otherwise it
  /// waits for the running updater to return, but for no queued one, and never for listeners: if updaters run on an executor that has not
  /// come to them, this is the state before them, also on that executor's own thread.
  @inlinable
  public var state: S {
    core.snapshot()
  }

  /// The state, or `nil` before there is one.
  public var stateIfReady: S? {
    isReady ? core.snapshot() : nil
  }

  /// Dispatches an updater, to be applied in order.
  ///
  /// May be called from anywhere, including a listener or interceptor: there the updater is queued and runs after the current update.
  ///
  /// Complexity: if the store is idle, two atomic operations plus the update, and no allocation. Otherwise one allocation and one atomic
  /// operation, after it has waited for the store to become idle, at most for the patience of `UpdateExecution.inPlace`. A dispatch that
  /// ran in place then runs a share of what other threads have queued meanwhile (`UpdateExecution.inPlace`); `UpdateExecution.executor`
  /// never runs anything here.
  ///
  /// - Returns: A handle whose `value` can be awaited; when it has arrived, the update is visible and the listeners have been called.
  @inlinable
  @discardableResult
  public func dispatch<Updater: StateUpdater>(_ updater: Updater) -> DispatchHandle<Void>
  where Updater.StateType == S {
    core.dispatch(updater)
  }

  // What follows does what `Dispatcher` does, but not through the store's target, which takes some 400 instructions for each item.

  /// Dispatches an item of any kind.
  @discardableResult
  public func anyDispatch(_ item: any Dispatchable) -> DispatchHandle<any Sendable> {
    core.anyDispatch(item)
  }

  /// Dispatches an updater of unknown type.
  @discardableResult
  public func anyDispatch(_ updater: any AnyStateUpdater) -> DispatchHandle<Void> {
    DispatchHandle(core.anyDispatch(updater).completion)
  }

  /// Dispatches a side effect of this state.
  @discardableResult
  public func dispatch<Effect: SideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> where Effect.StateType == S {
    DispatchHandle(core.startEffect(sideEffect))
  }

  /// Dispatches a side effect with a value, which knows neither state nor dependencies.
  @discardableResult
  public func dispatch<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    DispatchHandle(core.startEffect(sideEffect))
  }
}

// For tasks, whose threads must not be blocked.
extension Store {
  /// The state as the last applied updater left it, as soon as there is one.
  ///
  /// If an updater is running, suspends the task until it has returned, instead of blocking its thread as `state` does.
  ///
  /// - Throws: `StoreError.initializationFailed` if there never will be a state.
  public func currentState() async throws -> S {
    try await waitUntilReady()
    return await core.suspendingSnapshot()
  }
}

/// The name that the README of Katana 6 gives to `AnyDispatch`.
///
/// Source: docs/semantics/store.md, K27.
public typealias PromisableStoreDispatch = AnyDispatch

extension Store {
  /// Makes a store, with the label that the README of Katana 6 has; see `init(interceptors:)`.
  public convenience init(
    interceptor interceptors: [StoreInterceptor],
    configuration: StoreConfiguration = StoreConfiguration(),
    initialState: S = S()
  ) {
    self.init(
      interceptors: interceptors,
      configuration: configuration,
      initialState: initialState
    )
  }
}
