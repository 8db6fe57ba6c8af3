import Foundation
import KatanaUI
import NativeViews
import SeededRandom
import Testing

/// Random animations, many at the same time, against the tree that is built anew of what was told last.
@MainActor
struct TransitionModelTests {
  static func randomBoxes(_ random: inout SplitMix64, depth: Int) -> [any AnyNodeDescription] {
    let names = ["a", "b", "c", "d", "e"]
    let count = random.next(below: 5)
    return names.shuffled(using: &random).prefix(count).map { name in
      let children = depth > 0 ? randomBoxes(&random, depth: depth - 1) : []
      // Some without a key.
      let key = random.next(below: 5) == 0 ? nil : "\(name)"
      return Box(key, x: CGFloat(random.next(below: 100)), children)
    }
  }

  /// All that is seen of views, one line each.
  static func text(of view: NativeView, depth: Int = 0) -> [String] {
    let values = view.presented
    let line =
      String(repeating: " ", count: depth)
      + "\(view.key ?? "-") \(values.frame) \(values.alpha) \(view.isUserInteractionEnabled)"
    return [line] + view.children.flatMap { text(of: $0, depth: depth + 1) }
  }

  static func count(_ node: AnyNode) -> Int { node.children.reduce(1) { $0 + count($1) } }

  static func count(_ view: NativeView) -> Int { view.children.reduce(1) { $0 + count($1) } }

  @Test(arguments: RandomHistories.seeds(60))
  func `the final screen is the final state, however animations overlap`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let theatre = Theatre(BoxStage(Self.randomBoxes(&random, depth: 2)))
    var boxes: [any AnyNodeDescription] = []
    var completions: [Int] = []
    let steps = 1 + random.next(below: 12)
    for step in 0..<steps {
      boxes = Self.randomBoxes(&random, depth: 2)
      let motion = BoxMotion.allCases[random.next(below: BoxMotion.allCases.count - 1)]
      completions.append(0)
      theatre.show(boxes, motion) { completions[step] += 1 }
      if random.next(below: 4) == 0 { theatre.renderer?.rootNode.forceReload() }
      theatre.wait(random.next(below: 250))
      if let node = theatre.renderer?.rootNode {
        #expect(Self.count(node) == Self.count(theatre.stage), "seed \(seed)")
      }
    }
    theatre.wait(2000)
    let expected = Theatre(BoxStage(boxes))
    let difference = Self.text(of: theatre.stage).difference(from: Self.text(of: expected.stage))
    #expect(
      difference.isEmpty,
      "seed \(seed), step \(steps): \(Array(difference))"
    )
    #expect(completions == Array(repeating: 1, count: steps), "seed \(seed)")
    #expect(!theatre.tree.isAnimating)
  }
}
