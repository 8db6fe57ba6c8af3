import BenchmarkHarness
import Katana
import KatanaUI
import NativeViews

extension BenchmarkSuite {
  /// The least of an update, once for each of so many elements.
  mutating func addFloors(size: Int) {
    addFloor("hash", size: size) { items, _ in
      var sum = 0
      for item in items { sum ^= item.key.hashValue }
      return sum
    }
    addFloor("dictionary", size: size) { items, others in
      var places = [String: Int](minimumCapacity: items.count)
      for (place, item) in items.enumerated() { places[item.key] = place }
      var found = 0
      for item in others where places[item.key] != nil { found += 1 }
      return found == items.count ? 1 : 0
    }
    addFloor("equal", size: size) { items, others in
      for place in items.indices where items[place] != others[place] { return 0 }
      return 1
    }
    add(
      Benchmark("identity", parameters: ["size": size], kind: .floor) {
        let views = (0..<size).map { _ in NativeView() }
        let others = views.map { $0 }
        return BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            for _ in 0..<iterations where areSame(identity(views), others) { sum += 1 }
          },
          verify: { try VerificationError.check("same", found: $0, expected: $1) }
        )
      }
    )
    add(
      Benchmark("dispatch", parameters: ["size": size], kind: .floor) {
        let items = makeItems(size)
        let store = ListStore(initialState: ListState(items: Entities(items)))
        let updates = [false, true].map {
          Apply(change: .one, isBack: $0, size: size, places: [])
        }
        return BenchmarkBody(
          state: 0,
          run: { steps, iterations in
            for _ in 0..<iterations {
              store.dispatch(updates[steps & 1])
              steps += 1
            }
          },
          verify: { steps, iterations in
            let text = store.state.items[size / 2]?.text
            let mark = (iterations - 1) & 1 == 1 ? "" : "!"
            try VerificationError.check("text", found: text, expected: "row \(size / 2)\(mark)")
          }
        )
      }
    )
  }

  private mutating func addFloor(
    _ name: String,
    size: Int,
    _ work: @escaping @Sendable ([Item], [Item]) -> Int
  ) {
    add(
      Benchmark(name, parameters: ["size": size], kind: .floor) {
        let items = makeItems(size)
        let others = makeItems(size)
        let expected =
          name == "hash" ? items.map(\.key.hashValue).reduce(0, ^) : 1
        return BenchmarkBody(
          state: 0,
          run: { sum, iterations in for _ in 0..<iterations { sum &+= work(items, others) } },
          verify: { sum, iterations in
            try VerificationError.check("sum", found: sum, expected: expected &* iterations)
          }
        )
      }
    )
  }
}

/// Not inlined, so that the loop isn't taken apart.
@inline(never)
private func areSame(_ views: [NativeView], _ others: [NativeView]) -> Bool {
  for place in views.indices where views[place] !== others[place] { return false }
  return true
}
