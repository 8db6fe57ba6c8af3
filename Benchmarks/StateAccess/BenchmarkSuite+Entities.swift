import BenchmarkHarness
import Katana
import StoreWorkloads

extension BenchmarkSuite {
  /// One of many values changed by its id, and the change read by a cursor; one put elsewhere.
  ///
  /// - Parameter count: How many values there are.
  mutating func addEntities(_ count: Int) {
    let n = "\(count)"
    let change = Bar(
      "one change of an entity, read",
      medianAtMost: .nanoseconds(500),
      // Any of so many is in no cache.
      calibratedBy: count >= 100_000 ? .missingLoad : .dependentAdd
    )
    add(
      Benchmark(
        "entities-update",
        parameters: ["old": "free", "n": n],
        floors: ["dictionary-update/n=\(n)"],
        bars: [change]
      ) { Self.body(Shelf(count)) { $0.updateAndRead($1) } }
    )
    add(
      Benchmark(
        "entities-update",
        parameters: ["old": "held", "n": n],
        floors: ["entities-update/old=free/n=\(n)"]
      ) {
        Self.body(Shelf(count)) { shelf, index in
          shelf.old = shelf.products
          shelf.updateAndRead(index)
        }
      }
    )
    add(
      Benchmark("entities-move", parameters: ["n": n], floors: ["array-move/n=\(n)"]) {
        Self.body(Shelf(count)) { shelf, index in
          shelf.products.move(shelf.id(index), to: count / 2)
          shelf.moves += 1
        }
      }
    )
    add(
      Benchmark("dictionary-update", parameters: ["n": n], kind: .floor) {
        Self.loop(PlainShelf(count)) { $0.updateEach($1) }
      }
    )
    add(
      Benchmark("array-move", parameters: ["n": n], kind: .floor) {
        Self.loop(PlainShelf(count)) { $0.moveEach($1) }
      }
    )
  }

  /// Repeats an operation, which must have counted itself.
  @MainActor private static func body<S: Counting>(
    _ state: S,
    _ operate: @escaping (inout S, Int) -> Void
  ) -> BenchmarkBody {
    loop(state) { state, iterations in
      for index in 0..<iterations { operate(&state, index) }
    }
  }

  /// The same of operations that repeat themselves.
  @MainActor private static func loop<S: Counting>(
    _ state: S,
    _ operate: @escaping (inout S, Int) -> Void
  ) -> BenchmarkBody {
    BenchmarkBody(
      state: state,
      run: operate,
      verify: { state, iterations in
        try VerificationError.check("operations", found: state.operations, expected: iterations)
      }
    )
  }
}

private protocol Counting {
  var operations: Int { get }
}

struct Product {
  let name = "twenty characters..."
  var sales = 0
}

/// The ids in an order in which neighbors are far from each other.
func scattered(_ index: Int, _ count: Int) -> Int {
  Int(
    (UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(
      by: UInt64(count)
    ).high
  )
}

private struct Shelf: Counting {
  var products: Entities<Int, Product>
  var old: Entities<Int, Product>?
  var cursor: EntityCursor
  var changes = 0
  var moves = 0
  private let count: Int

  init(_ count: Int) {
    self.count = count
    products = Entities(uniqueIDsWithValues: (0..<count).map { ($0, Product()) })
    cursor = products.cursor
  }

  var operations: Int { changes + moves }

  func id(_ index: Int) -> Int { scattered(index, count) }

  mutating func updateAndRead(_ index: Int) {
    products[id(index)]?.sales += 1
    guard let news = products.changes(since: cursor) else { return }
    for _ in news { changes += 1 }
    cursor = products.cursor
  }
}

/// A dictionary of places and an array, which know no changes.
private struct PlainShelf: Counting {
  private var places: [Int: Int] = [:]
  private var products: [Product] = []
  private(set) var operations = 0

  init(_ count: Int) {
    for id in 0..<count { places[id] = id }
    products = (0..<count).map { _ in Product() }
  }

  mutating func updateEach(_ count: Int) {
    for index in 0..<count {
      guard let place = places[scattered(index, products.count)] else { continue }
      products[place].sales += 1
      operations += 1
    }
  }

  mutating func moveEach(_ count: Int) {
    for index in 0..<count {
      let product = products.remove(at: scattered(index, products.count))
      products.insert(product, at: products.count / 2)
      operations += 1
    }
  }
}
