import Katana
import Synchronization
import Testing

/// A module owns side effects: they know its part of the state, its dependencies, and nothing else.
@Suite(.timeLimit(.minutes(30)))
struct ScopedEffectTests {
  struct ShopState: State {
    var cart = CartState()
    var name = "none"
  }

  struct CartState: State {
    var items = ListState()
    var total = 0
  }

  final class ShopDependencies: SideEffectDependencyContainer {
    let cart: CartDependencies
    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {
      cart = CartDependencies(dispatch: dispatch, getState: getState)
    }
  }

  final class CartDependencies: SideEffectDependencyContainer {
    let price = 5
    init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}
  }

  struct SetTotal: StateUpdater {
    let total: Int
    func updateState(_ state: inout CartState) { state.total = total }
  }

  struct SetName: StateUpdater {
    let name: String
    func updateState(_ state: inout ShopState) { state.name = name }
  }

  /// The module's own code: neither the shop's state nor its dependencies are in sight.
  struct ComputeTotal: SideEffect {
    func sideEffect(
      _ context: SideEffectContext<CartState, CartDependencies>
    ) async throws -> Int {
      try await context.scope(\.items).dispatch(Append(item: 3)).value
      let total = context.getState().items.items.count * context.dependencies.price
      try await context.dispatch(SetTotal(total: total)).value
      return total
    }
  }

  struct Outer: SideEffect {
    func sideEffect(
      _ context: SideEffectContext<CartState, CartDependencies>
    ) async throws -> String {
      let total = try await context.dispatch(ComputeTotal()).value
      let name = try await context.dispatch(ReadName()).value
      return "\(name) \(total)"
    }
  }

  /// A library's: it gets the store's own context, whoever dispatches it.
  struct ReadName: ReturningSideEffect {
    func sideEffect(_ context: any AnySideEffectContext) async throws -> String {
      try #require(context.getAnyState() as? ShopState).name
    }
  }

  struct Checkout: SideEffect {
    func sideEffect(
      _ context: SideEffectContext<ShopState, ShopDependencies>
    ) async throws -> Int {
      let cart = context.scope(\.cart) { $0.cart }
      let total = try await cart.dispatch(ComputeTotal()).value
      try await context.dispatch(SetName(name: "paid \(total)")).value
      return total
    }
  }

  typealias Shop = Store<ShopState, ShopDependencies>

  @Test func `an effect of a part has the part's state and dependencies, and returns its value`()
    async throws
  {
    let store = Shop()
    let cart = store.scope(\.cart) { $0.cart }
    let total: Int = try await cart.dispatch(ComputeTotal()).value
    #expect(total == 5)
    #expect(store.state.cart.total == 5)
    #expect(try await cart.dispatch(Outer()).value == "none 10")
    #expect(try await cart.anyDispatch(ComputeTotal()).value as? Int == 15)
    #expect(cart.state.items.items == [3, 3, 3])
  }

  @Test func `an effect of the whole works on a part through its context`() async throws {
    let store = Shop()
    #expect(try await store.dispatch(Checkout()).value == 5)
    #expect(store.state.name == "paid 5")
    // A part hands an effect of the whole on, where the type isn't known.
    #expect(try await store.scope(\.cart).anyDispatch(Checkout()).value as? Int == 10)
  }

  @Test func `an effect of other dependencies than the part's is rejected with both named`() async {
    let store = Shop()
    let error = await #expect(throws: StoreError.self) {
      try await store.scope(\.cart).dispatch(ComputeTotal()).value
    }
    guard case .wrongContext(_, let expected, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(expected.contains("CartDependencies"))
    #expect(found.contains("ShopDependencies"))
  }

  @Test func `parts of parts keep their dependencies, or get others`() async throws {
    struct Count: SideEffect {
      func sideEffect(
        _ context: SideEffectContext<ListState, CartDependencies>
      ) async throws -> Int { context.getState().items.count + context.dependencies.price }
    }
    let store = Shop()
    let cart = store.scope(\.cart) { $0.cart }
    #expect(try await cart.scope(\.items).dispatch(Count()).value == 5)
    let items = store.scope(\.cart).scope(\.items, dependencies: store.dependencies.cart)
    #expect(try await items.dispatch(Count()).value == 5)
  }

  @Test func `interceptors and logs see an effect of a part as what it is`() async throws {
    let seen = Mutex<[String]>([])
    let store = Shop(
      interceptors: [
        .observing(before: { _, item in seen.withLock { $0.append("\(type(of: item))") } })
      ]
    )
    let recorder = store.record()
    _ = try await store.scope(\.cart) { $0.cart }.dispatch(ComputeTotal()).value
    #expect(seen.withLock { $0 } == ["ComputeTotal", "Append", "SetTotal"])
    let names = try recorder.log.entries.map { "\(type(of: $0.item))" }
    #expect(names == ["ComputeTotal", "Append", "SetTotal"])
  }

  @Test func `an effect of a part may be retried, and put in an updater's place`() async throws {
    struct Flaky: SideEffect {
      let runs = Runs()
      final class Runs: Sendable { let count = Mutex(0) }
      struct TooEarly: Error {}
      func sideEffect(_ context: SideEffectContext<CartState, ShopDependencies>) async throws {
        let run = runs.count.withLock { count in
          count += 1
          return count
        }
        if run < 3 { throw TooEarly() }
        try await context.dispatch(SetTotal(total: run)).value
      }
    }
    let flaky = Flaky()
    let store = Shop(
      interceptors: [.deciding { _, item in item is Append ? .replace(flaky) : .proceed }]
    )
    let cart = store.scope(\.cart)
    try await cart.dispatch(flaky).retry(5).value
    #expect(store.state.cart.total == 3)
    flaky.runs.count.withLock { $0 = 9 }
    cart.dispatch(SetTotal(total: 0))
    // The part of the replaced updater is the list, so that the effect of the cart doesn't fit.
    let unfit = store.dispatch(
      ScopedUpdater(ScopedUpdater(Append(item: 1), at: \.items), at: \.cart)
    )
    try await unfit.value
    while store.state.cart.total == 0 { await Task.yield() }
    #expect(store.state.cart.total == 10)
    #expect(store.state.cart.items.items.isEmpty)
  }

  @Test func `a context of a part doesn't keep the store alive`() async throws {
    let (contexts, continuation) = AsyncStream<SideEffectContext<CartState, CartDependencies>>
      .makeStream()
    struct Keep: SideEffect {
      let continuation: AsyncStream<SideEffectContext<CartState, CartDependencies>>.Continuation
      func sideEffect(_ context: SideEffectContext<CartState, CartDependencies>) async throws {
        continuation.yield(context)
      }
    }
    var store: Shop? = Shop()
    weak let weakStore = store
    try await store?.scope(\.cart) { $0.cart }.dispatch(Keep(continuation: continuation)).value
    store = nil
    #expect(weakStore == nil)
    for await context in contexts {
      await #expect(throws: StoreError.storeDropped) {
        try await context.dispatch(SetTotal(total: 1)).value
      }
      break
    }
  }
}
