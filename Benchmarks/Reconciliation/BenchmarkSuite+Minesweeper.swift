import BenchmarkHarness
import Katana
import KatanaUI
import NativeViews

extension BenchmarkSuite {
  /// One click in a game of 450 connected cells, which asks as many as it opens.
  mutating func addMinesweeper() {
    let peers = ["minesweeper-original"]
    add(
      Benchmark(
        "minesweeper",
        floors: peers,
        bars: [Bar("a click", against: peers[0], atMost: 0.5)]
      ) {
        let field = Minefield(seed: 7)
        let cells = field.opened(by: field.clicked)
        let count = Minefield.cellCount
        let store = CellStore(initialState: CellState(cells: count))
        let stage = Stage(Reads.entity.board(count), store: store)
        let before = stage.renderer.counts
        let clicks = [true, false].map { Open(cells: cells, isOpening: $0) }
        var steps = 0
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              store.dispatch(clicks[steps & 1])
              stage.tree.flush()
              steps += 1
            }
          },
          verify: { iterations in
            try VerificationError.check(
              "connects run",
              found: stage.renderer.counts.connected - before.connected,
              expected: iterations * cells.count
            )
            let opened = iterations & 1 == 1 ? Set(cells) : []
            let texts = (0..<count).map { opened.contains($0) ? "1" : "0" }
            try VerificationError.check("texts", found: stage.texts, expected: texts)
          }
        )
      }
    )
  }

  /// The same click in the original, which asks all cells.
  mutating func addMinesweeperOriginal() {
    add(
      Benchmark("minesweeper-original", kind: .peer) {
        let field = Minefield(seed: 7)
        let opened = field.opened(by: field.clicked)
        let count = Minefield.cellCount
        let cells = OriginalCells(Array(repeating: 0, count: count))
        var steps = 0
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              let value = steps & 1 == 0 ? 1 : 0
              cells.update { state in for cell in opened { state.values[cell] = value } }
              steps += 1
            }
          },
          verify: { iterations in
            let shown = iterations & 1 == 1 ? Set(opened) : []
            let texts = (0..<count).map { shown.contains($0) ? "1" : "0" }
            try VerificationError.check("texts", found: cells.texts, expected: texts)
          }
        )
      }
    )
  }
}
