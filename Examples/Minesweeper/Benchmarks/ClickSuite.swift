import BenchmarkHarness
import Foundation
import Katana
import KatanaElements

extension BenchmarkSuite {
  /// A click that puts a flag on a cell or takes it away, from the pointer to the commit; beside its updater alone.
  mutating func addClicks(cells: BoardShape, isFieldWhole: Bool) {
    add(
      Benchmark(
        "click",
        parameters: ["cells": cells.cellCount],
        floors: ["update"],
        bars: [Bar("within a frame", medianAtMost: .microseconds(16_600))]
      ) {
        let game = try FlaggedGame(cells, isFieldWhole: isFieldWhole)
        return BenchmarkBody(
          run: { iterations in for _ in 0..<iterations { game.click() } },
          verify: { iterations in
            try VerificationError.check(
              "flags",
              found: game.flags,
              expected: iterations % 2
            )
            try VerificationError.check(
              "flags that are seen",
              found: game.flagsOnScreen,
              expected: iterations % 2
            )
          }
        )
      }
    )
    add(
      Benchmark("update", parameters: ["cells": cells.cellCount], kind: .floor) {
        let game = try FlaggedGame(cells)
        return BenchmarkBody(
          run: { iterations in for _ in 0..<iterations { game.update() } },
          verify: { iterations in
            try VerificationError.check("flags", found: game.flags, expected: iterations % 2)
          }
        )
      }
    )
  }
}

/// A game that is shown nowhere, of which one cell is flagged again and again.
@MainActor
private final class FlaggedGame {
  private static let flagged = Place(column: 5, row: 7)

  private let store: MinesweeperStore
  private let tree: ViewTree
  private let renderer: Renderer
  private let place: CGPoint

  init(_ shape: BoardShape, isFieldWhole: Bool = false) throws {
    let store = MinesweeperStore(shape, seed: 42)
    store.dispatch(ToggleFlagging())
    let bounds = CGRect(origin: .zero, size: MinesweeperScreen.referenceSize)
    let tree = ViewTree(
      size: bounds.size,
      backend: HeadlessBackend(clock: ManualFrameSource())
    )
    let screen = MinesweeperScreen(
      props: .build {
        $0.frame = bounds
        $0.isFieldWhole = isFieldWhole
      }
    )
    renderer = Renderer(rootDescription: screen, store: store)
    renderer.render(in: tree.root)
    tree.flush()
    let key = FieldView.Keys.cell(column: Self.flagged.column, row: Self.flagged.row)
    let frame = try tree.view("\(key)").one().absoluteFrame
    place = CGPoint(x: frame.midX, y: frame.midY)
    (self.store, self.tree) = (store, tree)
  }

  var flags: Int { store.state.board.flagCount }
  var flagsOnScreen: Int { tree.query(role: .button, containing: ": flag").count }

  func click() {
    tree.handle(.pointer(PointerEvent(.down, at: place)))
    tree.handle(.pointer(PointerEvent(.up, at: place)))
    tree.flush()
  }

  func update() { store.dispatch(TapCell(place: Self.flagged)) }
}
