import Foundation
import KatanaUI
import NativeViews
import Plastic
import SeededRandom
import Testing

@testable import KatanaElements

struct CellGeometryTests {
  /// Random sections, of which some are empty and some have no height, against one line after the other.
  @Test func `cells are those that are found one after the other`() throws {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let columns = Int.random(in: 1...3, using: &random)
      let spacing = CGFloat(random.next(below: 3))
      var sections: [ListGeometry.Section] = []
      var frames: [(path: IndexPath, frame: CGRect)] = []
      var top: CGFloat = 0
      let width = CGFloat(random.next(below: 200))
      let cellWidth = max((width - spacing * CGFloat(columns - 1)) / CGFloat(columns), 0)
      for section in 0..<Int.random(in: 0...4, using: &random) {
        let count = Int.random(in: 0...12, using: &random)
        let isUniform = Bool.random(using: &random)
        let uniform = CGFloat(random.next(below: 4) * 10)
        let heights = (0..<(count + columns - 1) / columns).map { _ in
          isUniform ? uniform : CGFloat(random.next(below: 4) * 10)
        }
        sections.append(
          ListGeometry.Section(
            count: count,
            heights: isUniform
              ? .fixed(.fixed(uniform))
              : .each(PrefixSums(ContiguousArray(heights.map { Value.fixed($0) })))
          )
        )
        for cell in 0..<count {
          let (line, column) = cell.quotientAndRemainder(dividingBy: columns)
          let frame = CGRect(
            x: CGFloat(column) * (cellWidth + spacing),
            y: top + heights.prefix(line).reduce(0, +),
            width: cellWidth,
            height: heights[line]
          )
          frames.append((IndexPath(row: cell, section: section), frame))
        }
        top += heights.reduce(0, +)
      }
      let geometry = CellGeometry(sections, columns: columns, spacing: spacing)
      #expect(geometry.contentHeight == max(top - spacing, 0), "seed \(seed)")
      #expect(!geometry.contains(IndexPath(row: 0, section: sections.count)))
      for (path, line) in frames {
        var frame = line
        frame.size.height = max(line.height - spacing, 0)
        #expect(geometry.contains(path) && geometry.frame(of: path, width: width) == frame)
      }
      for _ in 0..<10 {
        let from = CGFloat(random.next(below: 200)) - 10
        let to = from + CGFloat(random.next(below: 60))
        let seen = frames.filter {
          $0.frame.height > 0 && $0.frame.minY < to && $0.frame.maxY > from
        }
        try #require(geometry.cells(from: from, to: to) == seen.map(\.path), "seed \(seed)")
      }
    }
  }
}
