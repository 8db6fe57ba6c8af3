import Dispatch
import KatanaLegacy
import Synchronization
import Testing

// In Katana 2.x a `next` that was called later ran the rest of the pipeline then.
@Suite(.timeLimit(.minutes(30)))
struct LateNextTests {
  /// Keeps the calls of `next` for some actions, and hands the others on at once.
  private func keeping(
    _ calls: KeptCalls,
    log: Log = Log(),
    where isKept: @escaping @Sendable (any Dispatchable) -> Bool = { $0 is Change }
  ) -> StoreMiddleware {
    { _, _ in
      { next in
        { item in
          log.append("kept")
          if isKept(item) { calls.keep { next(item) } } else { next(item) }
        }
      }
    }
  }

  @Test func `a next that is called later hands the action on behind its middleware`() {
    let (calls, log, errors) = (KeptCalls(), Log(), Log())
    let store = Store<CounterState>(
      middleware: [noting("outer", in: log), keeping(calls), noting("inner", in: log)],
      configuration: StoreConfiguration(onUnobservedError: { error, _ in errors.append("\(error)") }
      )
    )
    store.dispatch(Change.add(1))
    #expect(store.state.counter == 0)
    calls.callAll()
    #expect(store.state.counter == 1)
    #expect(log.lines == ["outer before", "outer after", "inner before", "inner after"])
    #expect(errors.lines.isEmpty)
  }

  @Test func `an action of a part of the state that is handed on later changes that part`() {
    struct Whole: State {
      var part = CounterState()
    }
    let (calls, errors) = (KeptCalls(), Log())
    let store = Katana.Store<Whole, EmptySideEffectDependencyContainer>(
      interceptors: [middlewareToInterceptor(keeping(calls))],
      configuration: StoreConfiguration(onUnobservedError: { error, _ in errors.append("\(error)") }
      )
    )
    store.scope(\.part).dispatch(Change.add(1))
    #expect(store.state.part.counter == 0)
    calls.callAll()
    #expect(store.state.part.counter == 1)
    #expect(errors.lines.isEmpty)
  }

  @Test func `another action may be handed on later, and as often as one likes`() {
    let calls = KeptCalls()
    let replacing: StoreMiddleware = { _, _ in
      { next in { _ in for amount in [10, 100] { calls.keep { next(Change.add(amount)) } } } }
    }
    let store = Store<CounterState>(middleware: [replacing])
    store.dispatch(Change.add(1))
    calls.callAll()
    #expect(store.state.counter == 110)
  }

  @Test func `an action that is handed on later doesn't meet the middleware again`() {
    let (calls, log) = (KeptCalls(), Log())
    let store = Store<CounterState>(middleware: [keeping(calls, log: log, where: { _ in true })])
    for _ in 0..<10 { store.dispatch(Change.add(1)) }
    calls.callAll()
    #expect(store.state.counter == 10)
    #expect(log.lines.count == 10)
  }

  @Test func `two middleware may each hand on later`() {
    let (first, second) = (KeptCalls(), KeptCalls())
    let store = Store<CounterState>(middleware: [keeping(first), keeping(second)])
    store.dispatch(Change.add(1))
    second.callAll()
    #expect(store.state.counter == 0)
    first.callAll()
    #expect(store.state.counter == 0)
    second.callAll()
    #expect(store.state.counter == 1)
  }

  @Test func `an action that is rejected later is reported, once`() {
    let (calls, errors) = (KeptCalls(), Log())
    let store = Store<CounterState>(
      middleware: [keeping(calls, where: { _ in true })],
      configuration: StoreConfiguration(
        onUnobservedError: { error, item in errors.append("\(type(of: item)): \(error)") }
      )
    )
    store.dispatch(FailingChange())
    #expect(errors.lines.isEmpty)
    calls.callAll()
    #expect(errors.lines == ["FailingChange: WrongState()"])
  }

  // The closure that the store gives must not outlive the call, and isn't another thread's to call.
  @Test func `next may be called on other threads, while the middleware runs and after it`()
    async throws
  {
    let (taskCount, actionCount) = (4, 500)
    let calling = DispatchGroup()
    let elsewhere: StoreMiddleware = { _, _ in
      { next in
        { item in
          guard item is Change else { return next(item) }
          let call = KeptCalls()
          call.keep { next(item) }
          calling.enter()
          DispatchQueue.global().async {
            call.callAll()
            calling.leave()
          }
        }
      }
    }
    let seen = Mutex(0)
    let errors = Log()
    let counting: StoreMiddleware = { _, _ in
      { next in
        { item in
          if item is Change { seen.withLock { $0 += 1 } }
          next(item)
        }
      }
    }
    let store = Store<CounterState>(
      middleware: [elsewhere, counting],
      configuration: StoreConfiguration(onUnobservedError: { error, _ in errors.append("\(error)") }
      )
    )
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<taskCount {
        group.addTask { for _ in 0..<actionCount { store.dispatch(Change.add(1)) } }
      }
    }
    // Behind all actions, then behind all that their calls have handed over.
    try await store.dispatch(Passing()).value
    await withCheckedContinuation { continuation in
      calling.notify(queue: .global()) { continuation.resume() }
    }
    try await store.dispatch(Passing()).value
    #expect(store.state.counter == taskCount * actionCount)
    #expect(seen.withLock { $0 } == taskCount * actionCount)
    #expect(errors.lines.isEmpty)
  }

  @Test func `next of another thread that the middleware waits for doesn't block`() async throws {
    let waiting: StoreMiddleware = { _, _ in
      { next in
        { item in
          guard item is Change else { return next(item) }
          let (call, isCalled) = (KeptCalls(), DispatchSemaphore(value: 0))
          call.keep { next(item) }
          DispatchQueue.global().async {
            call.callAll()
            isCalled.signal()
          }
          isCalled.wait()
        }
      }
    }
    let store = Store<CounterState>(middleware: [waiting])
    store.dispatch(Change.add(1))
    try await store.dispatch(Passing()).value
    #expect(store.state.counter == 1)
  }

  @Test func `a next that a listener calls, within next, is handled after this action`() {
    let (calls, log) = (KeptCalls(), Log())
    let both: StoreMiddleware = { _, _ in
      { next in
        { item in
          if log.lines.isEmpty { calls.keep { next(Change.add(10)) } }
          log.append("begin")
          next(item)
          log.append("end")
        }
      }
    }
    let store = Store<CounterState>(middleware: [both])
    store.addListener {
      log.append("listener")
      calls.callAll()
      log.append("listener returns")
    }
    store.dispatch(Change.add(1))
    #expect(store.state.counter == 11)
    #expect(
      log.lines == [
        "begin", "listener", "listener returns", "end", "listener", "listener returns",
      ]
    )
  }

  @Test func `a side effect may be handed on later as well`() async throws {
    struct Work: ReturningSideEffect {
      let finish: @Sendable () -> Void
      func sideEffect(_ context: any AnySideEffectContext) async throws { finish() }
    }
    let (calls, log) = (KeptCalls(), Log())
    let (done, continuation) = AsyncStream.makeStream(of: Void.self)
    let store = Katana.Store<CounterState, EmptySideEffectDependencyContainer>(
      interceptors: [
        middlewareToInterceptor(noting("outer", in: log)),
        middlewareToInterceptor(keeping(calls, where: { $0 is Work })),
      ]
    )
    try await store.dispatch(Work { continuation.finish() }).value
    #expect(log.lines == ["outer before", "outer after"])
    calls.callAll()
    for await _ in done {}
    #expect(log.lines.count == 2)
  }

  @Test func `an action for a part of the state is handed on to that part, later as well`() {
    struct Pair: State {
      var left = CounterState()
      var right = CounterState()
    }
    let (calls, errors) = (KeptCalls(), Log())
    let store = Katana.Store<Pair, EmptySideEffectDependencyContainer>(
      interceptors: [middlewareToInterceptor(keeping(calls, where: { _ in true }))],
      configuration: StoreConfiguration(onUnobservedError: { error, _ in errors.append("\(error)") }
      )
    )
    store.scope(\.right).anyDispatch(Change.add(1))
    #expect(store.state.right.counter == 0)
    calls.callAll()
    #expect(store.state.right.counter == 1)
    #expect(store.state.left.counter == 0)
    #expect(errors.lines.isEmpty)
  }

  @Test func `a next that is called after the end of the store does nothing`() {
    let calls = KeptCalls()
    do {
      let store = Store<CounterState>(middleware: [keeping(calls)])
      store.dispatch(Change.add(1))
    }
    calls.callAll()
  }

  // The store doesn't know what is behind a middleware that another interceptor has bound.
  @Test func `a late next inside of another interceptor is reported, once, and does nothing`() {
    let (calls, errors) = (KeptCalls(), Log())
    let inner = middlewareToInterceptor(keeping(calls, where: { _ in true }))
    let store = Katana.Store<CounterState, EmptySideEffectDependencyContainer>(
      interceptors: [StoreInterceptor { Wrapping(inner: inner.bound(to: $0)) }],
      configuration: StoreConfiguration(onUnobservedError: { error, _ in errors.append("\(error)") }
      )
    )
    store.anyDispatch(Change.add(1))
    calls.callAll()
    #expect(store.state.counter == 0)
    #expect(errors.lines.count == 1)
    #expect(errors.lines.first?.contains("called `next` for it after it had returned") == true)
  }
}

private struct Wrapping: BoundInterceptor {
  let inner: any BoundInterceptor

  func handle(updater: any Dispatchable, next: (any Dispatchable) throws -> Void) throws {
    try inner.handle(updater: updater, next: next)
  }

  func handle(
    sideEffect: any Dispatchable,
    next: (any Dispatchable) async throws -> Void
  ) async throws {
    try await inner.handle(sideEffect: sideEffect, next: next)
  }
}

/// Is handed on at once.
private struct Passing: Action {
  func updatedState(currentState: any State) -> any State { currentState }
}

private struct FailingChange: Action {
  func updatedState(currentState: any State) throws -> any State { throw WrongState() }
}

/// Calls that were kept for later; each is made once.
private final class KeptCalls: Sendable {
  private let calls = Mutex<[@Sendable () -> Void]>([])

  func keep(_ call: @escaping @Sendable () -> Void) { calls.withLock { $0.append(call) } }

  func callAll() {
    let kept = calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
    for call in kept { call() }
  }
}
