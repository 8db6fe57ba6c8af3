import Katana
import StoreWorkloads

/// A state in two halves that agree between updates: a torn copy contradicts itself.
struct CheckedState: BenchmarkState {
  static var label: String { "checked" }

  private var first = 0
  private var items = [Int](repeating: 0, count: 64)
  private var last = 0

  mutating func touch(_ index: Int) {
    first += 1
    items[index & 63] += 1
    last += 1
  }

  var sum: Int { items.reduce(0, +) }

  /// How many updates led here; -1 for a torn copy.
  var count: Int { first == last ? first : -1 }
}
