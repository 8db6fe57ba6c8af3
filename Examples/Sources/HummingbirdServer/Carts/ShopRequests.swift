import Katana
import Synchronization
import Tracing

// Each request is a side effect: it is in the trace within the request's span, and the updates that it dispatches are within it.

typealias ShopStore = Store<ShopState, ShopDependencies>

/// What requests work with.
final class ShopDependencies: SideEffectDependencyContainer {
  private let lastReceipt = Mutex(0)

  let prices = PriceList()
  let ledger = Ledger()

  init(dispatch: @escaping AnyDispatch, getState: @escaping GetState) {}

  /// The number of a new receipt.
  func makeReceiptNumber() -> Int {
    lastReceipt.withLock { number in
      number += 1
      return number
    }
  }
}

/// What items cost.
struct PriceList: Sendable {
  /// As if it asked a database.
  func price(of item: Int) async throws -> Int {
    try await withSpan("look up price", ofKind: .client) { span in
      span.attributes["item"] = item
      try await Task.sleep(for: .microseconds(100))
      guard item != 13 else { throw NoPrice(item: item) }
      return item * 100
    }
  }
}

/// An item that isn't for sale.
struct NoPrice: Error, Equatable, CustomStringConvertible {
  let item: Int

  var description: String { "item \(item): it has no price; ask for another" }
}

protocol ShopRequest: SideEffect
where StateType == ShopState, Dependencies == ShopDependencies {
  typealias Context = SideEffectContext<ShopState, ShopDependencies>
}

/// Puts something into a cart, and returns the cart.
struct AddToCart: ShopRequest {
  let cart: Int
  let item: Int
  let quantity: Int

  func sideEffect(_ context: Context) async throws -> Cart {
    let price = try await context.dependencies.prices.price(of: item)
    let put = PutIntoCart(cart: cart, item: item, quantity: quantity, price: price)
    try await context.dispatch(put).value
    // Others may have put more into it since, or have paid for it.
    return context.getState().carts[cart] ?? Cart(id: cart)
  }
}

/// Returns a cart.
struct ShowCart: ShopRequest {
  let cart: Int

  func sideEffect(_ context: Context) async throws -> Cart {
    context.getState().carts[cart] ?? Cart(id: cart)
  }
}

/// Sells what is in a cart, and returns that.
struct CheckOut: ShopRequest {
  let cart: Int

  func sideEffect(_ context: Context) async throws -> Cart {
    let receipt = context.dependencies.makeReceiptNumber()
    try await context.dispatch(MakeReceipt(cart: cart, receipt: receipt)).value
    let sold = context.getState().receipts[receipt] ?? Cart(id: cart)
    context.dependencies.ledger.enter(sold.sum)
    return sold
  }
}

/// Makes a report of all sales.
struct MakeReport: ShopRequest {
  let underLock: Bool

  func sideEffect(_ context: Context) async throws -> SalesReport {
    context.dependencies.ledger.report(underLock: underLock)
  }
}

/// What a shop has sold, and what is still in its carts.
struct Totals: Codable, Equatable, Sendable {
  var carts: Int
  var inCarts: Sum
  var receipts: Int
  var sold: Sum
}

/// Adds all of it up.
struct AddUp: ShopRequest {
  func sideEffect(_ context: Context) async throws -> Totals {
    let state = context.getState()
    return Totals(
      carts: state.carts.count,
      inCarts: state.carts.reduce(Sum()) { $0 + $1.value.sum },
      receipts: state.receipts.count,
      sold: state.sold
    )
  }
}
