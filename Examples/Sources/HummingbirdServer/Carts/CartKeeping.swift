import Katana

/// Whoever has the carts: what the server asks, in the same words of a store and of an actor.
protocol CartKeeping: Sendable {
  func price(of item: Int) async throws -> Int
  /// Puts something into a cart, and returns the cart.
  func add(_ item: Int, quantity: Int, to cart: Int) async throws -> Cart
  func cart(_ cart: Int) async throws -> Cart
  /// Sells what is in a cart, and returns that.
  func checkOut(_ cart: Int) async throws -> Cart
  func totals() async throws -> Totals
  /// Makes a report of all sales; meanwhile nothing can be sold if it is under the book's lock.
  func report(underLock: Bool) async throws -> SalesReport
}

extension Store: CartKeeping where S == ShopState, D == ShopDependencies {
  func price(of item: Int) async throws -> Int { try await dependencies.prices.price(of: item) }

  func add(_ item: Int, quantity: Int, to cart: Int) async throws -> Cart {
    try await dispatch(AddToCart(cart: cart, item: item, quantity: quantity)).value
  }

  func cart(_ cart: Int) async throws -> Cart { try await dispatch(ShowCart(cart: cart)).value }

  func checkOut(_ cart: Int) async throws -> Cart {
    try await dispatch(CheckOut(cart: cart)).value
  }

  func totals() async throws -> Totals { try await dispatch(AddUp()).value }

  func report(underLock: Bool) async throws -> SalesReport {
    try await dispatch(MakeReport(underLock: underLock)).value
  }
}

/// The same carts in an actor, as one would keep them without a store: what the store is measured beside (tools/server-rates).
actor CartActor: CartKeeping {
  private var carts: [Int: Cart] = [:]
  private var receipts: [Int: Cart] = [:]
  private var sold = Sum()
  private let prices = PriceList()
  private let ledger = Ledger()

  nonisolated func price(of item: Int) async throws -> Int { try await prices.price(of: item) }

  func add(_ item: Int, quantity: Int, to cart: Int) async throws -> Cart {
    let price = try await prices.price(of: item)
    carts[cart, default: Cart(id: cart)].put(item, quantity: quantity, price: price)
    return self.cart(cart)
  }

  func cart(_ cart: Int) -> Cart { carts[cart] ?? Cart(id: cart) }

  func checkOut(_ cart: Int) -> Cart {
    let cart = carts.removeValue(forKey: cart) ?? Cart(id: cart)
    receipts[receipts.count + 1] = cart
    sold += cart.sum
    ledger.enter(cart.sum)
    return cart
  }

  nonisolated func report(underLock: Bool) async -> SalesReport {
    ledger.report(underLock: underLock)
  }

  func totals() -> Totals {
    Totals(
      carts: carts.count,
      inCarts: carts.values.reduce(Sum()) { $0 + $1.sum },
      receipts: receipts.count,
      sold: sold
    )
  }
}
