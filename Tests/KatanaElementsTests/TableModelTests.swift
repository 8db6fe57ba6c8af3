import Foundation
import KatanaElements
import KatanaUI
import NativeViews
import Plastic
import SeededRandom
import Testing

/// Random lists, scrolls and sizes against a model that goes through all rows.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TableModelTests {
  @Test(arguments: RandomHistories.seeds(20))
  func `what is seen is what the model sees`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var rows = Rows(sections: [5])
    var frame = rect(0, 0, 200, 150)
    func describe() -> Table {
      Table(
        props: .build {
          $0.frame = frame
          $0.delegate = rows
        }
      )
    }
    let stage = Stage(describe())
    let table = try #require(stage.view as? NativeTable)
    for step in 0..<60 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        rows.sections = (0..<Int.random(in: 0...4, using: &random)).map { _ in
          Int.random(in: 0...30, using: &random)
        }
      case 1:
        let row = "0.\(Int.random(in: 0..<8, using: &random))"
        rows.heights[row] = .scalable(CGFloat(Int.random(in: 0...40, using: &random)))
      case 2: rows.isKeyed.toggle()
      case 3:
        frame.size.height = CGFloat(Int.random(in: 0...300, using: &random))
        frame.size.width = CGFloat(Int.random(in: 0...300, using: &random))
      default: break
      }
      stage.show([describe()])
      table.contentOffset.y = CGFloat(Int.random(in: 0...1500, using: &random))
      stage.tree.flush()

      let (seen, height) = Self.model(rows, frame.size, offset: table.contentOffset.y)
      let cells = table.contentView.children
      #expect(table.contentSize.height == height, "seed \(seed), step \(step)")
      #expect(cells.map(\.frame) == seen.map(\.frame), "seed \(seed), step \(step)")
      let texts = cells.compactMap { ($0.children.first as? LabelView)?.text.string }
      #expect(texts == seen.map(\.text), "seed \(seed), step \(step)")
      #expect(stage.renderer.rootNode.children[0].managedChildren.count == seen.count)
    }
    let counts = stage.renderer.counts
    #expect(counts.created - counts.removed == 2 + 2 * table.visibleIndexPaths.count)
  }

  private static func model(
    _ rows: Rows,
    _ size: CGSize,
    offset: CGFloat
  ) -> (seen: [(text: String, frame: CGRect)], height: CGFloat) {
    var seen: [(text: String, frame: CGRect)] = []
    var y: CGFloat = 0
    for section in rows.sections.indices {
      for row in 0..<rows.sections[section] {
        let text = "\(section).\(row)"
        let height = (rows.heights[text] ?? 20).scale(2)
        let isSeen = y < offset + size.height && y + height > offset && height > 0
        if isSeen, size.width > 0 { seen.append((text, rect(0, y, size.width, height))) }
        y += height
      }
    }
    return (seen, y)
  }
}
