import Katana

/// What a customer wants to buy.
struct Cart: Codable, Equatable, Sendable {
  let id: Int
  /// How many there are of each item.
  var quantities: [Int: Int] = [:]
  /// What all of it costs.
  var price = 0

  /// Puts something in, at the price of one.
  mutating func put(_ item: Int, quantity: Int, price: Int) {
    quantities[item, default: 0] += quantity
    self.price += quantity * price
  }

  var sum: Sum { Sum(items: quantities.values.reduce(0, +), price: price) }
}

/// A number of items with what they cost.
struct Sum: Codable, Equatable, Sendable, CustomStringConvertible {
  var items = 0
  var price = 0

  static func + (left: Sum, right: Sum) -> Sum {
    Sum(items: left.items + right.items, price: left.price + right.price)
  }

  static func += (left: inout Sum, right: Sum) { left = left + right }

  var description: String { "\(items) items for \(price)" }
}

/// All carts of a shop, and what was bought: of many carts, an update costs that of one.
struct ShopState: State, Equatable {
  var carts = Entities<Int, Cart>()
  /// Carts that were paid for, by the numbers of their receipts.
  var receipts = Entities<Int, Cart>()
  /// What all of these come to.
  var sold = Sum()
}

// MARK: - Updaters

/// Puts something into a cart, which is a new one if nobody has used it.
struct PutIntoCart: StateUpdater, Equatable {
  let cart: Int
  let item: Int
  let quantity: Int
  /// The price of one.
  let price: Int

  func updateState(_ state: inout ShopState) {
    state.carts.append(Cart(id: cart), id: cart)
    state.carts.update(cart) { $0.put(item, quantity: quantity, price: price) }
  }
}

/// Makes a receipt of a cart, and an empty one of a cart that isn't there.
///
/// In one update, so that nothing can be put into the cart between the two.
struct MakeReceipt: StateUpdater, Equatable {
  let cart: Int
  let receipt: Int

  func updateState(_ state: inout ShopState) {
    let cart = state.carts.remove(cart) ?? Cart(id: cart)
    state.receipts.append(cart, id: receipt)
    state.sold += cart.sum
  }
}
