import Katana
import KatanaTesting
import Testing

/// Items that are dispatched to a part of the state are received as themselves.
@Suite(.timeLimit(.minutes(30)))
struct ScopedItemTests {
  struct ShopState: State, Equatable {
    var cart = CartState()
    var isOpen = true
  }

  struct CartState: State, Equatable {
    var items: [String] = []
  }

  struct SoldOut: Error, Equatable {}

  struct AddItem: StateUpdater, Equatable {
    let item: String
    func updateState(_ state: inout CartState) throws(SoldOut) {
      state.items.append(item)
      if item == "gold" { throw SoldOut() }
    }
  }

  struct FillCart: SideEffect {
    func sideEffect(
      _ context: SideEffectContext<ShopState, EmptySideEffectDependencyContainer>
    ) async throws {
      try await context.scope(\.cart).dispatch(AddItem(item: "tea")).value
      try await context.scope(\.cart).dispatch(AddItem(item: "milk")).value
    }
  }

  @Test func `items of parts are received, sent and refused`() async throws {
    let store = TestStore<ShopState, EmptySideEffectDependencyContainer>()
    store.send(FillCart())
    try await store.receive(AddItem(item: "tea")) { $0.cart.items = ["tea"] }
    let received = try await store.receive(AddItem.self) { $0.cart.items.append("milk") }
    #expect(received.item == "milk")
    try await store.send(ScopedUpdater(AddItem(item: "cup"), at: \.cart)) {
      $0.cart.items.append("cup")
    }
    await #expect(throws: SoldOut.self) {
      try await store.send(ScopedUpdater(AddItem(item: "gold"), at: \.cart))
    }
    store.store.scope(\.cart).dispatch(AddItem(item: "tea"))
    try await store.receive(ScopedUpdater(AddItem(item: "tea"), at: \ShopState.cart)) {
      $0.cart.items.append("tea")
    }
    try await store.finish()
  }
}
