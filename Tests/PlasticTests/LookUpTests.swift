import Dispatch
import Foundation
import Plastic
import SeededRandom
import Testing

/// Views and frames that are looked up by their keys, in whatever order.
@Suite(.timeLimit(.minutes(30)))
struct LookUpTests {
  enum Cell: Hashable, Sendable {
    case header
    case cell(row: Int, column: Int)
    case named(String)

    static func any(_ number: Int) -> Cell {
      switch number % 3 {
      case 0: .cell(row: number / 10, column: number % 10)
      case 1: .named("cell number \(number)")
      default: number == 2 ? .header : .named("\(number)")
      }
    }
  }

  private static let container = CGRect(x: 0, y: 0, width: 1000, height: 1000)

  /// Looks views and frames up in random orders, some of them again and again, some that aren't there.
  private func checkLookUps<Key: Hashable & Sendable>(_ key: (Int) -> Key) throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for round in 0..<30 {
      let count = Int.random(in: 1...50, using: &random)
      let layout = PlasticLayout(try ViewHierarchy(keys: (0..<count).map(key)))
      var order = Array(0..<count)
      for run in 0..<6 {
        // The order stays for a while.
        if run % 3 == 1 { order.shuffle(using: &random) }
        let repeated = Int.random(in: 0..<count, using: &random)
        let result = try layout.run(in: Self.container) { views in
          for number in order {
            #expect(views[key(count + number)] == nil, "seed \(seed), round \(round)")
            views[key(number)]?.left = views.nativeView.left + .fixed(CGFloat(number))
            views[key(repeated)]?.top = views.nativeView.top + .fixed(CGFloat(run))
          }
        }
        for number in order.reversed() {
          #expect(result[key(number)]?.minX == CGFloat(number), "seed \(seed), round \(round)")
          #expect(result[key(repeated)]?.minY == CGFloat(run), "seed \(seed), round \(round)")
          #expect(result[key(-1 - number)] == nil, "seed \(seed), round \(round)")
        }
        for number in 0..<count {
          #expect(result[key(number)]?.minX == CGFloat(number), "seed \(seed), round \(round)")
        }
      }
    }
  }

  @Test func `views are found by words in any order`() throws { try checkLookUps { "view \($0)" } }

  @Test func `views are found by words in other memory than those that were declared`() throws {
    try checkLookUps { "a view whose name has no room in a reference, number \($0)" }
  }

  /// A key with bytes that belong to no property.
  struct Padded: Hashable, Sendable {
    var kind: UInt8
    var number: Int
    var isLast: Bool
  }

  @Test func `views are found by keys with bytes that mean nothing`() throws {
    try checkLookUps {
      Padded(kind: UInt8(truncatingIfNeeded: $0), number: $0, isLast: $0 % 7 == 0)
    }
  }

  @Test func `a key that is nothing isn't a view without a key`() throws {
    let hierarchy = try ViewHierarchy<Int?>([
      .unkeyed(frame: CGRect(x: 1, y: 1, width: 1, height: 1)), .view(1_000_000), .view(nil),
    ])
    let result = try PlasticLayout(hierarchy).run(in: Self.container) { views in
      #expect(views[0] == nil)
      views[nil]?.left = views.nativeView.left + .fixed(2)
      views[1_000_000]?.left = views.nativeView.left + .fixed(3)
    }
    #expect(result[nil]?.minX == 2)
    #expect(result[0] == nil)
    #expect(result[1_000_000]?.minX == 3)
    #expect(result.frames[0] == CGRect(x: 1, y: 1, width: 1, height: 1))
  }

  @Test func `views are found by cases with values in any order`() throws {
    try checkLookUps { Cell.any(abs($0)) == Cell.any($0) ? Cell.any($0) : .named("none \($0)") }
  }

  @Test func `views are found by numbers that are far apart in any order`() throws {
    try checkLookUps { $0 * 1_000_003 }
  }

  @Test func `threads may read the frames of one layout at the same time`() throws {
    let keys = (0..<100).map { "view \($0)" }
    let result = try PlasticLayout(try ViewHierarchy(keys: keys)).run(in: Self.container) { views in
      for (number, key) in keys.enumerated() {
        views[key]?.left = views.nativeView.left + .fixed(CGFloat(number))
      }
    }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SplitMix64(seed: UInt64(thread))
      for _ in 0..<2000 {
        let number = thread % 2 == 0 ? Int.random(in: 0..<100, using: &random) : 7
        #expect(result[keys[number]]?.minX == CGFloat(number))
      }
    }
  }
}
