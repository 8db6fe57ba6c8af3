// Every code sample of the README of Katana 6, in its order, as programs write it now. What changed is said
// beside it: promises became `await`, and the generic arguments that the README leaves out are there.

import Katana
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct Katana6Samples {
  // Unchanged.
  struct CounterState: State {
    var counter: Int = 0
  }

  // Unchanged.
  struct IncrementCounter: StateUpdater {
    func updateState(_ state: inout CounterState) {
      state.counter += 1
    }
  }

  final class APIManager: Sendable {
    func getRandomNumber() async throws -> Int { 4 }
  }

  // `PromisableStoreDispatch` is the README's name of `AnyDispatch`: unchanged.
  final class AppDependencies: SideEffectDependencyContainer {
    // The README's spelling.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let APIManager = Katana6Samples.APIManager()
    let monetization = Monetization()

    required init(dispatch: @escaping PromisableStoreDispatch, getState: @escaping GetState) {
      // initialize your dependencies here
    }
  }

  @Test func `overview: a store, an updater and a listener`() {
    // Changed: `Store()` has its two generic arguments.
    let store = Store<CounterState, AppDependencies>()
    store.dispatch(IncrementCounter())

    let changes = Mutex(0)
    store.addListener { oldState, newState in
      // the app state has changed
      changes.withLock { $0 += newState.counter - oldState.counter }
    }

    store.dispatch(IncrementCounter())
    #expect(changes.withLock { $0 } == 1)
    #expect(store.state.counter == 2)
  }

  // Changed: `async`, and `try await` for `then` and for `Hydra.await`; both samples of the README are
  // this one. `SideEffectContext` has its two generic arguments.
  struct GenerateRandomNumberFromBackend: SideEffect {
    func sideEffect(_ context: SideEffectContext<CounterState, AppDependencies>) async throws {
      let randomNumber = try await context.dependencies.APIManager.getRandomNumber()
      try await context.dispatch(SetCounter(newValue: randomNumber)).value
    }
  }

  // Unchanged.
  struct SetCounter: StateUpdater {
    let newValue: Int

    func updateState(_ state: inout CounterState) {
      state.counter = self.newValue
    }
  }

  @Test func `side effects: what a backend answers gets into the state`() async throws {
    let store = Store<CounterState, AppDependencies>()
    try await store.dispatch(GenerateRandomNumberFromBackend()).value
    #expect(store.state.counter == 4)
  }

  typealias ProductID = String

  struct Monetization: Sendable {
    struct Rejected: Error {}
    struct Receipt: Sendable, Equatable { let productID: ProductID }

    func purchase(_ productID: ProductID) -> Result<Void, Rejected> {
      productID.isEmpty ? .failure(Rejected()) : .success(())
    }
    func getReceipt() -> Receipt { Receipt(productID: "gold") }

    struct Validate: ReturningSideEffect {
      let receipt: Receipt
      func sideEffect(_ context: any AnySideEffectContext) async throws -> Bool { true }
    }
  }

  enum PurchaseResult: Equatable, Sendable {
    case storekitRejected
    case validated(Bool)
  }

  // Changed: `async`, and a wrong context is an error and not `fatalError`.
  struct PurchaseProduct: ReturningSideEffect {
    let productID: ProductID

    func sideEffect(_ context: any AnySideEffectContext) async throws -> PurchaseResult {
      // 0. Get the typed version of the context
      guard let context = context as? SideEffectContext<CounterState, AppDependencies> else {
        throw StoreError.wrongContext(
          item: debugDescription,
          expected: "SideEffectContext<CounterState, AppDependencies>",
          found: "\(type(of: context))"
        )
      }

      // 1. purchase the product via storekit
      let storekitResult = context.dependencies.monetization.purchase(self.productID)
      if case .failure = storekitResult {
        return .storekitRejected
      }

      // 2. get the receipt
      let receipt = context.dependencies.monetization.getReceipt()

      // 3. validate the receipt
      let validationResult = try await context.dispatch(
        Monetization.Validate(receipt: receipt)
      ).value

      // 4. map the result
      return .validated(validationResult)
    }
  }

  @Test func `returning side effects: the value arrives, whatever the type`() async throws {
    let store = Store<CounterState, AppDependencies>()
    #expect(try await store.dispatch(PurchaseProduct(productID: "gold")).value == .validated(true))
    #expect(try await store.dispatch(PurchaseProduct(productID: "")).value == .storekitRejected)
    let other = Store<CounterState, EmptySideEffectDependencyContainer>()
    await #expect(throws: StoreError.self) {
      try await other.dispatch(PurchaseProduct(productID: "gold")).value
    }
  }

  @Test func `returning side effects: step 0 in a protocol of one's own`() async throws {
    struct Increase: AppReturningSideEffect {
      func sideEffect(_ context: SideEffectContext<CounterState, AppDependencies>) async throws {
        try await context.dispatch(IncrementCounter()).value
      }
    }
    let store = Store<CounterState, AppDependencies>()
    try await store.dispatch(Increase()).value
    #expect(store.state.counter == 1)
  }

  struct NotToLog: StateUpdater {
    func updateState(_ state: inout CounterState) {}
  }

  @Test func `interceptors: the logger, but for what is in its black list`() {
    let lines = Mutex<[String]>([])
    // Changed: the sink, so that the test sees the lines; `interceptor:` is spelt as in the README.
    let dispatchableLogger = DispatchableLogger.interceptor(blackList: [NotToLog.self]) { line in
      lines.withLock { $0.append(line) }
    }
    let store = Store<CounterState, AppDependencies>(interceptor: [dispatchableLogger])
    store.dispatch(IncrementCounter())
    store.dispatch(NotToLog())
    #expect(
      lines.withLock { $0 } == ["[Dispatchable]: KatanaTests.Katana6Samples.IncrementCounter"]
    )
  }

  struct Start: StateUpdater, OnStartObserverDispatchable {
    func updateState(_ state: inout CounterState) { state.counter = 100 }
  }

  @Test func `interceptors: the observer dispatches at the start`() {
    // Unchanged.
    let observerInterceptor = ObserverInterceptor.observe([
      .onStart([
        // list of dispatchable items dispatched when the store is initialized
        Start.self
      ])
    ])

    let store = Store<CounterState, AppDependencies>(interceptor: [observerInterceptor])
    #expect(store.state.counter == 100)
  }
}

// Changed: `async throws`, and an error instead of `fatalError`.
private protocol AppReturningSideEffect: ReturningSideEffect where ReturnValue == Void {
  func sideEffect(
    _ context: SideEffectContext<Katana6Samples.CounterState, Katana6Samples.AppDependencies>
  ) async throws
}

extension AppReturningSideEffect {
  func sideEffect(_ context: any AnySideEffectContext) async throws {
    guard
      let context = context
        as? SideEffectContext<Katana6Samples.CounterState, Katana6Samples.AppDependencies>
    else {
      throw StoreError.wrongContext(
        item: debugDescription,
        expected: "SideEffectContext<CounterState, AppDependencies>",
        found: "\(type(of: context))"
      )
    }
    try await self.sideEffect(context)
  }
}
