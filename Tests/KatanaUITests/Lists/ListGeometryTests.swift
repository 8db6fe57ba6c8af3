import Foundation
import NativeViews
import Plastic
import SeededRandom
import Testing

@testable import KatanaUI

struct ListGeometryTests {
  @Test func `sums are those that are added one after the other`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      var lengths = (0..<random.next(below: 40)).map { _ in
        Value(scalable: CGFloat(random.next(below: 5)), fixed: CGFloat(random.next(below: 5)))
      }
      var sums = PrefixSums(lengths)
      for _ in 0..<10 {
        if !lengths.isEmpty {
          let index = random.next(below: lengths.count)
          lengths[index] = .fixed(CGFloat(random.next(below: 9)))
          sums[index] = lengths[index]
        }
        for index in 0...lengths.count {
          let sum = lengths.prefix(index).reduce(Value.zero, +)
          #expect(sums.sum(before: index) == sum, "seed \(seed)")
        }
      }
    }
  }

  /// Edges of all items, one after the other.
  static func edges(
    of sections: [(header: Value?, rows: [Value])],
    _ multiplier: CGFloat
  ) -> [(top: CGFloat, bottom: CGFloat)] {
    var edges: [(top: CGFloat, bottom: CGFloat)] = []
    var place: CGFloat = 0
    for section in sections {
      for height in (section.header.map { [$0] } ?? []) + section.rows {
        edges.append((place, place + height.scale(multiplier)))
        place += height.scale(multiplier)
      }
    }
    return edges
  }

  @Test func `items and places are those that are found one after the other`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let multiplier = CGFloat(1 + random.next(below: 3))
      var sections: [(header: Value?, rows: [Value])] = []
      var tested: [ListGeometry.Section] = []
      for _ in 0..<random.next(below: 5) {
        let header: Value? = random.next(below: 2) == 0 ? nil : .scalable(3)
        let isFixed = random.next(below: 2) == 0
        let rows = (0..<random.next(below: 8)).map { _ -> Value in
          isFixed ? .fixed(4) : .scalable(CGFloat(1 + random.next(below: 4)))
        }
        sections.append((header, rows))
        tested.append(
          ListGeometry.Section(
            count: rows.count,
            header: header,
            heights: isFixed ? .fixed(.fixed(4)) : .each(PrefixSums(rows))
          )
        )
      }
      let geometry = ListGeometry(tested, multiplier: multiplier)
      let edges = Self.edges(of: sections, multiplier)
      #expect(geometry.itemCount == edges.count)
      #expect(geometry.height == edges.last?.bottom ?? 0)
      for (item, edge) in edges.enumerated() {
        #expect(geometry.edges(of: item) == edge, "seed \(seed)")
        let (section, row) = geometry.place(of: item)
        if let row { #expect(geometry.item(section: section, row: row) == item, "seed \(seed)") }
      }
      for _ in 0..<10 {
        let top = CGFloat(random.next(below: 60)) - 5
        let bottom = top + CGFloat(random.next(below: 30))
        let seen = edges.indices.filter {
          edges[$0].top < bottom && edges[$0].bottom > top
        }
        #expect(Array(geometry.items(from: top, to: bottom)) == seen, "seed \(seed)")
      }
    }
  }
}
