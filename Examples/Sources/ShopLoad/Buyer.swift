import Foundation
import NIOCore
import NIOFoundationCompat

/// A client that shops, the same way each time, and knows what must have become of it: nothing that was put into a cart may be
/// lost, or be there twice.
struct Buyer {
  let carts: Int
  private var word: UInt64 = 1
  /// What was put into each cart, and what was bought of that.
  private var put: [Int: Sum] = [:]
  private var bought: [Int: Sum] = [:]
  private(set) var tally = Tally()

  init(carts: Int) { self.carts = carts }

  /// The next request: three of four put something into a cart, most others look at one.
  mutating func next() -> ShopRequest {
    let (cart, kind) = (pick(carts), pick(20))
    switch kind {
    case 0: return .checkOut(cart: cart)
    case 1..<5: return .show(cart: cart)
    default: return .add(item: pick(20), quantity: 1 + pick(5), cart: cart)
    }
  }

  private mutating func pick(_ count: Int) -> Int {
    word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(word >> 33) % count
  }

  /// Checks an answer, and takes note of what has happened.
  mutating func take(_ answer: ShopAnswer) throws {
    switch answer.request {
    case .add(ShopRequest.itemWithoutPrice, _, _):
      guard answer.status == 500 else {
        throw WrongAnswer(
          subject: answer.request.head.uri,
          problem: "it was answered by \(answer.status), not by 500"
        )
      }
      tally.refused += 1
    case .add(let item, let quantity, let cart):
      _ = try answer.decoded(ShownCart.self)
      let sum = Sum(items: quantity, price: quantity * item * 100)
      put[cart, default: Sum()] += sum
      tally.put += sum
    case .checkOut(let cart):
      let sum = try answer.decoded(ShownCart.self).sum
      bought[cart, default: Sum()] += sum
      tally.bought += sum
      tally.receipts += 1
    case .show(let cart):
      let found = try answer.decoded(ShownCart.self)
      let price = found.quantities.reduce(0) { $0 + $1.key * 100 * $1.value }
      guard found.id == cart, found.price == price else {
        throw WrongAnswer(subject: "cart \(cart)", problem: "\(found) doesn't cost \(price)")
      }
    case .totals: _ = try answer.decoded(ShownTotals.self)
    }
  }

  /// The requests whose answers ``compare(_:)`` takes.
  var closingRequests: [ShopRequest] { (0..<carts).map { .show(cart: $0) } + [.totals] }

  /// Compares what was done with what the shop says at the end.
  func compare(_ answers: [ShopAnswer]) throws {
    var inCarts = Sum()
    for answer in answers {
      switch answer.request {
      case .show(let cart):
        let found = try answer.decoded(ShownCart.self).sum
        let (put, bought) = (put[cart] ?? Sum(), bought[cart] ?? Sum())
        guard found + bought == put else {
          throw WrongAnswer(
            subject: "cart \(cart)",
            problem: "it has \(found), and \(bought) were bought; \(put) were put into it"
          )
        }
        inCarts += found
      case .totals:
        let totals = try answer.decoded(ShownTotals.self)
        guard totals.inCarts + totals.sold == tally.put, totals.sold == tally.bought,
          totals.receipts == tally.receipts
        else {
          throw WrongAnswer(
            subject: "totals",
            problem: "the server tells \(totals); \(tally) is right"
          )
        }
      case .add, .checkOut: break
      }
    }
    guard inCarts + tally.bought == tally.put else {
      throw WrongAnswer(subject: "carts", problem: "they have \(inCarts); \(tally) is right")
    }
  }
}

/// What clients know of what they have done.
package struct Tally: Sendable {
  package fileprivate(set) var put = Sum()
  package fileprivate(set) var bought = Sum()
  package fileprivate(set) var receipts = 0
  /// How often an item was asked for that has no price.
  package fileprivate(set) var refused = 0
}

/// What the shop has answered to a request.
struct ShopAnswer: Sendable {
  let request: ShopRequest
  let status: UInt
  let body: ByteBuffer

  func decoded<Answer: Decodable>(_ type: Answer.Type) throws -> Answer {
    guard status == 200 else {
      throw WrongAnswer(
        subject: request.head.uri,
        problem: "it was answered by \(status), not by 200"
      )
    }
    return try JSONDecoder().decode(type, from: body)
  }
}
