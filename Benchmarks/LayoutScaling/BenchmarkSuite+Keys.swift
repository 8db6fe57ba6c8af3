import BenchmarkHarness
import Foundation
import HandWrittenLoops
import Plastic

/// The keys of views as programs write them.
protocol ListKey: Hashable, Sendable {
  static var label: String { get }
  init(row: Int)
}

extension Int: ListKey {
  static var label: String { "Int" }
  init(row: Int) { self = row }
}

extension String: ListKey {
  static var label: String { "String" }
  // As long as names of views are: past the fifteen bytes that a string holds without an allocation.
  init(row: Int) { self = "list.row.label-\(row)" }
}

/// The views of a screen with a list.
enum ScreenKey: ListKey {
  case title
  case row(Int)
  case footer

  static var label: String { "enum" }
  init(row: Int) { self = row == 0 ? .title : .row(row) }
}

extension BenchmarkSuite {
  /// The list, with keys of a type: each view is looked up by its key, and then each frame.
  mutating func addKeyed<Key: ListKey>(_ type: Key.Type, views count: Int) {
    let isBarred = count == 1000 || count == 100_000
    add(
      Benchmark(
        "layout-by-key",
        parameters: ["keys": Key.label, "views": count],
        floors: ["look-up"],
        bars: isBarred
          ? [Bar("50 ns a view by its key", medianAtMost: .nanoseconds(50 * count))] : []
      ) {
        let keys = (0..<count).map { Key(row: $0) }
        let hierarchy = try ViewHierarchy(
          keys.map { ViewDeclaration<Key>.view($0, in: .nativeView) }
        )
        let environment = try ListWorkload.makeEnvironment()
        var sum: CGFloat = 0
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              let result = try PlasticLayout(hierarchy)
                .run(in: ListWorkload.frame(width: 640), environment: environment) {
                  layOutList($0, keys)
                }
              sum += sumOfTops(result, keys)
            }
          },
          verify: { iterations in
            let tops = 12 * (count - 1) * count / 2 + 2 * count
            try VerificationError.check("tops", found: Int(sum), expected: iterations * tops)
          }
        )
      }
    )
    add(
      Benchmark("look-up", parameters: ["keys": Key.label, "views": count], kind: .floor) {
        let keys = (0..<count).map { Key(row: $0) }
        let places = Dictionary(uniqueKeysWithValues: zip(keys, 0..<count))
        return BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            for _ in 0..<iterations { sum += lookUpTwice(places, keys) }
          },
          verify: { sum, iterations in
            let expected = iterations * (count - 1) * count
            try VerificationError.check("places", found: sum, expected: expected)
          }
        )
      }
    )
  }
}

extension HandWrittenLoops {
  /// The look-ups by hand.
  mutating func addKeys() {
    add("look-up/keys=Int/views=1000") {
      let keys = Array(0..<1000)
      let places = Dictionary(uniqueKeysWithValues: zip(keys, 0..<1000))
      return { iterations in
        var sum = 0
        for _ in 0..<iterations {
          for key in keys { sum += places[key] ?? 0 }
          for key in keys { sum += places[key] ?? 0 }
        }
        blackHole(sum)
      }
    }
    add("look-up/keys=String/views=1000") {
      let keys = (0..<1000).map { "list.row.label-\($0)" }
      let places = Dictionary(uniqueKeysWithValues: zip(keys, 0..<1000))
      return { iterations in
        var sum = 0
        for _ in 0..<iterations {
          for key in keys { sum += places[key] ?? 0 }
          for key in keys { sum += places[key] ?? 0 }
        }
        blackHole(sum)
      }
    }
    add("look-up/keys=enum/views=1000") {
      let keys = (0..<1000).map { ScreenKey(row: $0) }
      let places = Dictionary(uniqueKeysWithValues: zip(keys, 0..<1000))
      return { iterations in
        var sum = 0
        for _ in 0..<iterations {
          for key in keys { sum += places[key] ?? 0 }
          for key in keys { sum += places[key] ?? 0 }
        }
        blackHole(sum)
      }
    }
  }
}

// The keys that are looked up are those that were declared.
// swift-format-ignore: NeverForceUnwrap
private func layOutList<Key: ListKey>(_ views: ViewsContainer<Key>, _ keys: [Key]) {
  let parent = views.nativeView
  var previous = parent.top
  for key in keys {
    let view = views[key]!
    view.height = .scalable(10)
    view.width = .scalable(50)
    view.left = parent.left + 5
    view.top = previous + 2
    previous = view.bottom
  }
}

private func sumOfTops<Key: ListKey>(_ result: LayoutResult<Key>, _ keys: [Key]) -> CGFloat {
  var sum: CGFloat = 0
  for key in keys { sum += result[key]?.origin.y ?? 0 }
  return sum
}

private func lookUpTwice<Key: ListKey>(_ places: [Key: Int], _ keys: [Key]) -> Int {
  var sum = 0
  for key in keys { sum += places[key] ?? 0 }
  for key in keys { sum += places[key] ?? 0 }
  return sum
}
