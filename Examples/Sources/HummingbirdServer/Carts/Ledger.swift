import Synchronization
import Tracing

/// The book of what was sold: receipts are entered while others ask for reports.
final class Ledger: Sendable {
  private let sales: Mutex<[Sum]>

  /// Makes a book with the sales of years.
  init() {
    var word: UInt64 = 1
    let past = (0..<600_000).map { _ in
      word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Sum(items: 1 + Int(word >> 60), price: 100 * Int(word >> 50))
    }
    sales = Mutex(past)
  }

  /// Enters a sale.
  func enter(_ sale: Sum) {
    withSpan("enter a sale") { _ in
      sales.withLock { $0.append(sale) }
    }
  }

  /// Makes a report of all sales.
  ///
  /// - Parameter underLock: Whether nobody can enter a sale meanwhile. It needn't be: the sales are a value, and a copy of it costs nothing.
  /// - Returns: The report.
  func report(underLock: Bool) -> SalesReport {
    withSpan("report") { _ in
      guard underLock else { return SalesReport(sales.withLock { $0 }) }
      return sales.withLock { SalesReport($0) }
    }
  }
}

/// What was sold, in numbers.
struct SalesReport: Codable, Equatable, Sendable {
  let sales: Int
  let sold: Sum
  /// The price of the sale in the middle, of the largest, and of most sales.
  let median: Int
  let largest: Int
  let usual: Int

  init(_ sales: [Sum]) {
    let sorted = sales.sorted { $0.price < $1.price }
    self.sales = sorted.count
    sold = sorted.reduce(Sum(), +)
    median = sorted.isEmpty ? 0 : sorted[sorted.count / 2].price
    largest = sorted.last?.price ?? 0
    let counts = sales.reduce(into: [:]) { counts, sale in counts[sale.price, default: 0] += 1 }
    usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
  }
}
