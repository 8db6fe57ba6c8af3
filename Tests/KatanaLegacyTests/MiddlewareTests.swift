import KatanaLegacy
import Testing

@Suite(.timeLimit(.minutes(30)))
struct MiddlewareTests {
  // L8, defect (a): the original ran [A, B, C, D] as C, B, A, D.
  @Test func `four are run in their order, the first outermost`() {
    let log = Log()
    let store = Store<CounterState>(middleware: ["A", "B", "C", "D"].map { noting($0, in: log) })
    store.dispatch(Change { _ in log.append("update") })
    let before = ["A", "B", "C", "D"].map { "\($0) before" }
    let after = ["D", "C", "B", "A"].map { "\($0) after" }
    #expect(log.lines == before + ["update"] + after)
  }

  @Test func `without next the action is dropped, silently`() async throws {
    let store = Store<CounterState>(middleware: [{ _, _ in { _ in { _ in } } }])
    try await store.dispatch(Change.add(1)).value
    #expect(store.state.counter == 0)
  }

  @Test func `the first stage runs once, and may dispatch`() {
    let log = Log()
    let middleware: StoreMiddleware = { getState, dispatch in
      log.append("bound")
      dispatch(Change.add(100))
      return { next in
        { item in
          let before = (getState() as? CounterState)?.counter ?? -1
          next(item)
          let after = (getState() as? CounterState)?.counter ?? -1
          log.append("\(before) to \(after)")
        }
      }
    }
    let store = Store<CounterState>(middleware: [middleware])
    store.dispatch(Change.add(1))
    store.dispatch(Change.add(1))
    #expect(log.lines == ["bound", "0 to 100", "100 to 101", "101 to 102"])
  }

  @Test func `another action may be passed on, and the same one twice`() {
    let replacing: StoreMiddleware = { _, _ in { next in { _ in next(Change.add(5)) } } }
    let doubling: StoreMiddleware = { _, _ in
      { next in
        { item in
          next(item)
          next(item)
        }
      }
    }
    let store = Store<CounterState>(middleware: [doubling, replacing])
    store.dispatch(Change.add(1))
    #expect(store.state.counter == 10)
  }

  // L9
  @Test func `what next leads to rejects the action after the middleware has returned`() async {
    struct Refused: Error {}
    let log = Log()
    let refusing = StoreInterceptor.deciding { _, _ in .reject(Refused()) }
    let store = Katana.Store<CounterState, EmptySideEffectDependencyContainer>(
      interceptors: [middlewareToInterceptor(noting("M", in: log)), refusing]
    )
    let handle = store.anyDispatch(Change.add(1) as any AnyStateUpdater)
    await #expect(throws: Refused.self) { try await handle.value }
    #expect(log.lines == ["M before", "M after"])
    #expect(store.state.counter == 0)
  }

  @Test func `a side effect passes through, and what it returns arrives`() async throws {
    struct Answer: ReturningSideEffect {
      func sideEffect(_ context: any AnySideEffectContext) async throws -> Int { 42 }
    }
    let log = Log()
    let store = Katana.Store<CounterState, EmptySideEffectDependencyContainer>(
      interceptors: [middlewareToInterceptor(noting("M", in: log))]
    )
    #expect(try await store.dispatch(Answer()).value == 42)
    #expect(log.lines == ["M before", "M after"])
  }

  // L11
  @Test func `the logger writes what was handled, but for the black list`() {
    struct Quiet: Action {
      func updatedState(currentState: any State) -> any State { currentState }
    }
    let log = Log()
    let logger = ActionLogger.middleware(blackList: [Quiet.self]) { log.append($0) }
    let store = Store<CounterState>(middleware: [logger])
    store.dispatch(Change.add(1))
    store.dispatch(Quiet())
    #expect(log.lines == ["[Action]: KatanaLegacyTests.Change"])
  }
}
