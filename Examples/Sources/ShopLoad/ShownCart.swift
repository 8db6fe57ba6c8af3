// What the shop answers, as its clients read it.

/// A cart, as the shop shows it.
struct ShownCart: Decodable {
  let id: Int
  /// How many there are of each item.
  let quantities: [Int: Int]
  let price: Int

  var sum: Sum { Sum(items: quantities.values.reduce(0, +), price: price) }
}

/// What the shop says of all carts and receipts.
struct ShownTotals: Decodable {
  let inCarts: Sum
  let receipts: Int
  let sold: Sum
}

/// A number of items with what they cost.
package struct Sum: Decodable, Equatable, Sendable, CustomStringConvertible {
  package var items = 0
  package var price = 0

  static func + (left: Sum, right: Sum) -> Sum {
    Sum(items: left.items + right.items, price: left.price + right.price)
  }

  static func += (left: inout Sum, right: Sum) { left = left + right }

  package var description: String { "\(items) items for \(price)" }
}

/// An answer that can't be right.
package struct WrongAnswer: Error, Equatable, CustomStringConvertible {
  let subject: String
  let problem: String

  package var description: String { "\(subject): \(problem)" }
}
