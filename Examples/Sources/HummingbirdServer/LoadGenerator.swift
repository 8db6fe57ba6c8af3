import Foundation
import FoundationNetworking
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import ServiceLifecycle

/// Sends a server a bounded number of requests, some at a time, and checks what it answers: nothing that was put into a cart may be
/// lost, or be there twice.
struct LoadGenerator: Service {
  let requests: Int
  let clients: Int
  /// The number of carts, which the clients share.
  let carts: Int
  /// The port that the server listens on, as soon as it does.
  let ports: AsyncStream<Int>

  func run() async throws {
    for await port in ports {
      let start = ContinuousClock.now
      let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
        for client in 0..<clients {
          // As equal parts as there can be.
          let share = requests * (client + 1) / clients - requests * client / clients
          group.addTask {
            var buyer = Buyer(port: port, number: client, carts: carts)
            for _ in 0..<share { try await buyer.shop() }
            return buyer.tally
          }
        }
        return try await group.reduce(into: Tally()) { $0.add($1) }
      }
      let time = start.duration(to: .now)
      try await compare(tally, with: ShopClient(port: port))
      print(report(tally, time))
      return
    }
  }

  /// Compares what all clients know with what the server says at the end.
  private func compare(_ tally: Tally, with shop: ShopClient) async throws {
    var inCarts = Sum()
    for cart in 0..<carts {
      let found = try await shop.get(Cart.self, "carts/\(cart)").sum
      let (put, bought) = (tally.put[cart] ?? Sum(), tally.bought[cart] ?? Sum())
      guard found + bought == put else {
        throw WrongAnswer(
          subject: "cart \(cart)",
          problem: "it has \(found), and \(bought) were bought; \(put) were put into it"
        )
      }
      inCarts += found
    }
    let totals = try await shop.get(Totals.self, "totals")
    let bought = tally.bought.values.reduce(Sum(), +)
    guard totals.inCarts == inCarts, totals.sold == bought, totals.receipts == tally.receipts else {
      throw WrongAnswer(
        subject: "totals",
        problem: "the server tells \(totals); \(inCarts) are in carts, \(bought) were bought"
      )
    }
  }

  private func report(_ tally: Tally, _ time: Duration) -> String {
    let latencies = tally.latencies.sorted()
    func percentile(_ share: Double) -> String {
      guard !latencies.isEmpty else { return "-" }
      let rank = Int((Double(latencies.count) * share).rounded(.up))
      let latency = latencies[min(max(rank, 1), latencies.count) - 1]
      return latency.formatted(.units(allowed: [.milliseconds], fractionalPart: .show(length: 2)))
    }
    let rate = Double(requests) / (time / .seconds(1))
    let put = tally.put.values.reduce(Sum(), +)
    let bought = tally.bought.values.reduce(Sum(), +)
    return """
      \(requests) requests of \(clients) clients in \(time.formatted(.units(allowed: [.milliseconds]))): \
      \(Int(rate)) a second
      latency: median \(percentile(0.5)), 99 % within \(percentile(0.99)), 99.9 % within \(percentile(0.999))
      refused: \(tally.refused) for an item without a price
      put into \(carts) carts: \(put); bought: \(bought) with \(tally.receipts) receipts
      The server tells the same.
      """
  }
}

/// What clients know of what they have done.
struct Tally: Sendable {
  /// What was put into each cart, and what was bought of that.
  var put: [Int: Sum] = [:]
  var bought: [Int: Sum] = [:]
  var receipts = 0
  var refused = 0
  var latencies: [Duration] = []

  mutating func add(_ other: Tally) {
    put.merge(other.put, uniquingKeysWith: +)
    bought.merge(other.bought, uniquingKeysWith: +)
    receipts += other.receipts
    refused += other.refused
    latencies += other.latencies
  }
}

/// A client that shops, the same way each time.
struct Buyer {
  let shop: ShopClient
  let carts: Int
  private(set) var tally = Tally()
  private var word: UInt64

  init(port: Int, number: Int, carts: Int) {
    (shop, self.carts, word) = (ShopClient(port: port), carts, UInt64(number) &+ 1)
  }

  private mutating func pick(_ count: Int) -> Int {
    word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(word >> 33) % count
  }

  /// Sends a request, checks the answer, and takes note of what it did.
  mutating func shop() async throws {
    let (cart, kind) = (pick(carts), pick(20))
    let start = ContinuousClock.now
    switch kind {
    case 0:
      let bought = try await shop.post(Cart.self, "carts/\(cart)/receipt")
      tally.bought[cart, default: Sum()] += bought.sum
      tally.receipts += 1
    case 1..<5:
      let found = try await shop.get(Cart.self, "carts/\(cart)")
      let price = found.quantities.reduce(0) { $0 + $1.key * 100 * $1.value }
      guard found.id == cart, found.price == price else {
        throw WrongAnswer(subject: "cart \(cart)", problem: "\(found) doesn't cost \(price)")
      }
    default:
      let (item, quantity) = (pick(20), 1 + pick(5))
      let path = "carts/\(cart)/items/\(item)?quantity=\(quantity)"
      if item == 13 {
        try await shop.refuse(path)
        tally.refused += 1
      } else {
        _ = try await shop.post(Cart.self, path)
        tally.put[cart, default: Sum()] += Sum(items: quantity, price: quantity * item * 100)
      }
    }
    tally.latencies.append(start.duration(to: .now))
  }
}

/// Asks the shop by HTTP.
struct ShopClient: Sendable {
  let port: Int

  func get<Answer: Decodable>(_ type: Answer.Type, _ path: String) async throws -> Answer {
    try await answer(type, .GET, path)
  }

  func post<Answer: Decodable>(_ type: Answer.Type, _ path: String) async throws -> Answer {
    try await answer(type, .POST, path)
  }

  /// Asks for what the shop doesn't have.
  func refuse(_ path: String) async throws {
    let (status, _) = try await send(.POST, path)
    guard status == 500 else {
      throw WrongAnswer(subject: path, problem: "it was answered by \(status), not by 500")
    }
  }

  private func answer<Answer: Decodable>(
    _ type: Answer.Type,
    _ method: HTTPMethod,
    _ path: String
  ) async throws -> Answer {
    let (status, body) = try await send(method, path)
    guard status == 200 else {
      throw WrongAnswer(subject: path, problem: "it was answered by \(status), not by 200")
    }
    return try JSONDecoder().decode(type, from: body)
  }

  private func send(_ method: HTTPMethod, _ path: String) async throws -> (UInt, Data) {
    guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else {
      throw WrongAnswer(subject: path, problem: "it isn't a path")
    }
    var request = URLRequest(url: url)
    request.httpMethod = method.rawValue
    let (data, response) = try await URLSession.shared.data(for: request)
    return (UInt((response as? HTTPURLResponse)?.statusCode ?? 0), data)
  }
}

/// An answer that can't be right.
struct WrongAnswer: Error, CustomStringConvertible {
  let subject: String
  let problem: String

  var description: String { "\(subject): \(problem)" }
}
