import KatanaRouter
import SeededRandom
import Testing

@Suite(.timeLimit(.minutes(30)))
struct LinearRouteTests {
  /// docs/semantics/router.md, R12.
  static let cases: [([String], [String], [String])] = [
    ([], ["tab", "stats"], ["push 0 tab", "push 1 stats"]),
    (["tab", "counter"], ["tab", "stats", "info"], ["change 1 counter to stats", "push 2 info"]),
    (["tab", "counter", "info"], ["tab", "stats"], ["pop 2 info", "change 1 counter to stats"]),
    (["tab"], ["stats"], ["change 0 tab to stats"]),
    (["tab", "stats", "counter"], ["tab"], ["pop 2 counter", "pop 1 stats"]),
    (["a", "b", "a"], ["a", "b", "a"], []),
    (["a", "b", "a"], ["a", "b", "a", "b"], ["push 3 b"]),
    (["a"], [], ["pop 0 a"]),
  ]

  @Test(arguments: cases.indices) func `a route leads to another`(index: Int) {
    let (old, new, steps) = Self.cases[index]
    #expect(LinearRoute(from: old, to: new).map(\.description) == steps)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `the steps make the new route of the old one`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let make = { (random: inout SplitMix64) in
        (0..<Int.random(in: 0...6, using: &random)).map { _ in Int.random(in: 0..<2, using: &random)
        }
      }
      let (old, new) = (make(&random), make(&random))
      var stack = old
      for step in LinearRoute(from: old, to: new) {
        switch step {
        case .pop(let depth, let segment):
          #expect(depth == stack.count - 1 && stack.removeLast() == segment, "seed \(seed)")
        case .push(let depth, let segment):
          #expect(depth == stack.count, "seed \(seed)")
          stack.append(segment)
        case .change(let depth, let from, let to):
          #expect(depth == stack.count - 1 && stack.removeLast() == from, "seed \(seed)")
          stack.append(to)
        }
      }
      #expect(stack == new, "seed \(seed)")
    }
  }
}
