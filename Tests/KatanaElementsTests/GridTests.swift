import Foundation
import KatanaElements
import KatanaUI
import NativeViews
import Plastic
import Testing
import ViewRecording

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct GridTests {
  private struct Cells: GridDelegate, Equatable {
    var sections = [5, 1000]

    func numberOfSections() -> Int { sections.count }
    func numberOfItems(forSection section: Int) -> Int { sections[section] }
    func cellDescription(forItemAt indexPath: IndexPath) -> any AnyNodeDescription {
      Row(props: .build { $0.text = "\(indexPath.section).\(indexPath.item)" })
    }
  }

  private func describe(_ change: (inout Grid.Props) -> Void) -> Grid {
    var props = Grid.Props()
    props.frame = rect(0, 0, 320, 200)
    props.delegate = Cells()
    props.columns = 3
    props.spacing = 5
    change(&props)
    return Grid(props: props)
  }

  @Test func `cells whose edges meet get them at the same pixel`() throws {
    let grid = describe { ($0.frame.size.width, $0.spacing, $0.rowHeight) = (100, 0, .fixed(10.3)) }
    let display = ChangingDisplay(1.5)
    let stage = Stage(backend: display, [grid])
    func frames() -> [CGRect] {
      (stage.view as? NativeGrid)?.contentView.children.prefix(4).map(\.frame) ?? []
    }
    for scale in [1.5, 2] as [CGFloat] {
      display.displayScale = scale
      stage.tree.flush()
      let cells = frames()
      #expect(cells[0].maxX == cells[1].minX && cells[1].maxX == cells[2].minX)
      #expect(cells[0].maxY == cells[3].minY)
      let edges = [cells[1].minX, cells[2].minX, cells[3].minY].map { $0 * scale }
      let expected: [CGFloat] = scale == 2 ? [67, 133, 21] : [50, 100, 15]
      #expect(zip(edges, expected).allSatisfy { abs($0 - $1) < 1e-9 }, "\(edges)")
      // 336 lines.
      let height = ((stage.view as? NativeGrid)?.contentSize.height ?? 0) * scale
      #expect(abs(height - (scale == 2 ? 6922 : 5191)) < 1e-9, "\(height)")
    }
  }

  @Test func `cells are where their edges are, once layouts aren't rounded any more`() throws {
    let stage = Stage(describe { ($0.spacing, $0.rowHeight) = (0, .fixed(10.3)) })
    let grid = try #require(stage.view as? NativeGrid)
    #expect(grid.contentView.children[3].frame.minY == 10)
    #expect(grid.contentSize.height == 3461)
    stage.renderer.layoutRounding = .none
    stage.tree.flush()
    #expect(abs(grid.contentView.children[3].frame.minY - 10.3) < 1e-9)
    #expect(abs(grid.contentSize.height - 3460.8) < 1e-9)
  }

  @Test func `cells stand in columns, each section in lines of its own`() throws {
    let stage = Stage(describe { $0.rowHeight = 20 })
    let grid = try #require(stage.view as? NativeGrid)
    // 10 points between 3 columns of 100, and between lines of 40.
    #expect(
      grid.contentView.children.map(\.frame).prefix(7) == [
        rect(0, 0, 100, 40), rect(110, 0, 100, 40), rect(220, 0, 100, 40),
        rect(0, 50, 100, 40), rect(110, 50, 100, 40),
        rect(0, 100, 100, 40), rect(110, 100, 100, 40),
      ]
    )
    #expect(grid.visibleIndexPaths.count == 5 + 6)
    #expect(grid.contentSize.height == 16_790)
    grid.contentOffset.y = 10_000
    stage.tree.flush()
    #expect(grid.visibleIndexPaths.first == IndexPath(item: 198 * 3, section: 1))
    #expect(stage.tree.query(role: .grid).query(role: .cell).count == 12)
    #expect(stage.tree.query(role: .cell, name: "1.600").exists)
  }

  @Test func `cells without a height are squares, also when the grid gets wider`() throws {
    let stage = Stage(describe { _ in })
    let grid = try #require(stage.view as? NativeGrid)
    #expect(grid.contentView.firstChild?.frame == rect(0, 0, 100, 100))
    stage.show([describe { $0.frame.size.width = 620 }])
    #expect(grid.contentView.firstChild?.frame == rect(0, 0, 200, 200))
    #expect(grid.contentView.lastChild?.frame == rect(420, 0, 200, 200))
  }

  @Test func `a grid without columns has one, and says so`() throws {
    let stage = Stage(
      describe {
        $0.columns = 0
        $0.spacing = .fixed(-1)
      }
    )
    let grid = try #require(stage.view as? NativeGrid)
    #expect(grid.contentView.firstChild?.frame == rect(0, 0, 320, 320))
    #expect(stage.diagnoses.count == 2)
  }
}
