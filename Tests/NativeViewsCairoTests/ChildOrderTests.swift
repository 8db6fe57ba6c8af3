import Foundation
import NativeViews
import SeededRandom
import Testing

@testable import NativeViewsCairo

@Suite
struct `Lists of children` {
  private func order(_ parent: PaintNode) -> [ObjectIdentifier] {
    var nodes: [ObjectIdentifier] = []
    parent.forEachChunk { chunk in
      #expect(!chunk.nodes.isEmpty)
      #expect(chunk.nodes.count <= ChildChunk.capacity)
      nodes += chunk.nodes.map { ObjectIdentifier($0) }
    }
    return nodes
  }

  @Test
  func `chunks have the order of an array after any edits`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    let parent = PaintNode()
    var model: [PaintNode] = []
    for round in 0..<6_000 {
      // Growing, then shrinking.
      let grows = Int.random(in: 0..<10, using: &random) < (round < 3_000 ? 6 : 3)
      if grows || model.isEmpty {
        let node = PaintNode()
        let index = Int.random(in: 0...model.count, using: &random)
        parent.insert(node, after: index == 0 ? nil : model[index - 1])
        model.insert(node, at: index)
      } else {
        model.remove(at: Int.random(in: 0..<model.count, using: &random)).removeFromParent()
      }
      if round % 50 == 0 || model.count < 3 {
        #expect(order(parent) == model.map { ObjectIdentifier($0) }, "seed \(seed), round \(round)")
      }
    }
    while let node = model.popLast() { node.removeFromParent() }
    #expect(parent.firstChunk == nil && parent.lastChunk == nil)
  }

  @Test
  func `nodes go with their parent, unless somebody holds them`() {
    weak var gone: PaintNode?
    let kept = PaintNode()
    do {
      let parent = PaintNode()
      let node = PaintNode()
      gone = node
      parent.insert(node, after: nil)
      node.insert(kept, after: nil)
      for _ in 0..<100 { parent.insert(PaintNode(), after: nil) }
    }
    #expect(gone == nil)
    kept.invalidateExtent()
    #expect(unsafe kept.parent == nil)
  }

  @Test
  func `damage covers what was added, with few rectangles`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let bounds = PixelRect(x: 0, y: 0, width: 100, height: 80)
      var damage = DamageRegion(within: bounds)
      var covered = Set<[Int]>()
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let rect = PixelRect(
          x: Int.random(in: -10...100, using: &random),
          y: Int.random(in: -10...80, using: &random),
          width: Int.random(in: 0...20, using: &random),
          height: Int.random(in: 0...20, using: &random)
        )
        damage.add(rect)
        let inside = rect.intersection(bounds)
        for x in inside.x..<max(inside.maxX, inside.x) {
          for y in inside.y..<max(inside.maxY, inside.y) { covered.insert([x, y]) }
        }
      }
      #expect(damage.rects.count <= DamageRegion.limit)
      let all = covered.allSatisfy { place in
        damage.rects.contains {
          $0.x <= place[0] && place[0] < $0.maxX && $0.y <= place[1] && place[1] < $0.maxY
        }
      }
      #expect(all, "seed \(seed)")
      #expect(damage.rects.allSatisfy { $0.intersection(bounds) == $0 })
    }
  }
}
