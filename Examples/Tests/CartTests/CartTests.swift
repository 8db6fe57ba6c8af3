import Katana
import KatanaTesting
import Testing

#if canImport(HummingbirdServer)
@testable import HummingbirdServer
#endif

struct `Whoever keeps the carts` {
  @Test func `an actor answers as the store does`() async throws {
    try await expectSameAnswers(ShopStore(), CartActor())
  }

  private func expectSameAnswers(_ one: some CartKeeping, _ other: some CartKeeping) async throws {
    for step in 0..<60 {
      let (cart, item) = (step % 3, step % 7)
      if step % 9 == 8 {
        #expect(try await one.checkOut(cart) == other.checkOut(cart))
      } else {
        let added = try await one.add(item, quantity: 2, to: cart)
        #expect(try await other.add(item, quantity: 2, to: cart) == added)
      }
      #expect(try await one.cart(cart) == other.cart(cart))
      #expect(try await one.totals() == other.totals())
    }
    let report = try await one.report(underLock: false)
    #expect(try await other.report(underLock: true) == report)
    #expect(report.sales > 600_000 && report.median <= report.largest)
    for keeper in [one, other] as [any CartKeeping] {
      await #expect(throws: NoPrice(item: 13)) { try await keeper.add(13, quantity: 1, to: 1) }
      #expect(try await keeper.price(of: 4) == 400)
    }
  }
}

struct `Carts in a store` {
  @Test func `what is put into a cart is there, with its price`() async throws {
    let store = TestStore<ShopState, ShopDependencies>()
    let first = store.send(AddToCart(cart: 7, item: 3, quantity: 2))
    try await store.receive(PutIntoCart(cart: 7, item: 3, quantity: 2, price: 300)) {
      $0.carts.append(Cart(id: 7, quantities: [3: 2], price: 600), id: 7)
    }
    #expect(try await first.value == Cart(id: 7, quantities: [3: 2], price: 600))
    let second = store.send(AddToCart(cart: 7, item: 3, quantity: 1))
    try await store.receive(PutIntoCart(cart: 7, item: 3, quantity: 1, price: 300)) {
      $0.carts[7] = Cart(id: 7, quantities: [3: 3], price: 900)
    }
    #expect(try await second.value.sum == Sum(items: 3, price: 900))
    try await store.finish()
  }

  @Test func `an item without a price changes nothing`() async throws {
    let store = TestStore<ShopState, ShopDependencies>()
    let handle = store.send(AddToCart(cart: 7, item: 13, quantity: 1))
    await #expect(throws: NoPrice(item: 13)) { try await handle.value }
    try await store.finish()
  }

  @Test func `a receipt has what was in the cart, which is gone then`() async throws {
    let store = ShopStore()
    _ = try await store.dispatch(AddToCart(cart: 1, item: 2, quantity: 5)).value
    #expect(try await store.dispatch(CheckOut(cart: 1)).value.sum == Sum(items: 5, price: 1_000))
    #expect(try await store.dispatch(CheckOut(cart: 1)).value.sum == Sum())
    #expect(try await store.dispatch(ShowCart(cart: 1)).value == Cart(id: 1))
    let totals = try await store.dispatch(AddUp()).value
    let sold = Sum(items: 5, price: 1_000)
    #expect(totals == Totals(carts: 0, inCarts: Sum(), receipts: 2, sold: sold))
  }

  @Test func `of many that fill and buy the same carts, nothing is lost or sold twice`()
    async throws
  {
    let store = ShopStore()
    let (put, bought) = try await withThrowingTaskGroup(of: (Sum, Sum).self) { group in
      for client in 0..<8 {
        group.addTask {
          var (put, bought) = (Sum(), Sum())
          for step in 0..<100 {
            let (cart, item) = ((client + step) % 3, step % 7)
            if step % 9 == 0 {
              bought += try await store.dispatch(CheckOut(cart: cart)).value.sum
            } else {
              _ = try await store.dispatch(AddToCart(cart: cart, item: item, quantity: 2)).value
              put += Sum(items: 2, price: item * 200)
            }
          }
          return (put, bought)
        }
      }
      return try await group.reduce((Sum(), Sum())) { ($0.0 + $1.0, $0.1 + $1.1) }
    }
    let totals = try await store.dispatch(AddUp()).value
    #expect(totals.sold == bought)
    #expect(totals.inCarts + totals.sold == put)
    #expect(put.items == 8 * 88 * 2)
  }
}
