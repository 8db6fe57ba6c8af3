import BenchmarkHarness
import Foundation
import Katana
import KatanaElements

/// Boards of the game, with one mine on seven cells.
enum GameSize: Int, CaseIterable, Sendable {
  case standard = 450
  case tenfold = 4500

  var shape: BoardShape {
    get throws {
      switch self {
      case .standard: .standard
      case .tenfold: try BoardShape(columns: 60, rows: 75, mines: 630)
      }
    }
  }
}

extension BenchmarkSuite {
  /// What a click discloses, one cell or about 200, and another game.
  mutating func addMinesweeper(_ size: GameSize) {
    // A frame of 60 Hz; of which the views of a display take their part.
    let budget = Bar("within a frame", medianAtMost: .microseconds(16_600))
    let isStandard = size == .standard
    let flat = Bar(
      "ten times the cells cost no more",
      against: "minesweeper-one/cells=\(GameSize.standard.rawValue)",
      atMost: 1.2
    )
    addGame("minesweeper-one", size, bars: isStandard ? [] : [flat]) { $0.discloseOne(&$1) }
    addGame("minesweeper-flood", size, bars: [budget]) { $0.flood(&$1) }
    addGame("minesweeper-restart", size, bars: [budget]) { $0.restart(&$1) }
  }

  private mutating func addGame(
    _ name: String,
    _ size: GameSize,
    bars: [Bar],
    _ step: @escaping @MainActor @Sendable (PlayedGame, inout Stopwatch) -> Void
  ) {
    add(
      Benchmark(name, parameters: ["cells": size.rawValue], bars: bars) {
        let game = PlayedGame(try size.shape)
        return BenchmarkBody(
          runTimed: { iterations, stopwatch in
            for _ in 0..<iterations { step(game, &stopwatch) }
          },
          verify: { _ in
            try VerificationError.check(
              "connected nodes that were asked, by what was reached",
              found: game.asked,
              expected: game.reached
            )
            try VerificationError.check(
              "cells that are seen as covered",
              found: game.coveredOnScreen,
              expected: game.store.state.board.cells.count { $0.value == .covered }
            )
          }
        )
      }
    )
  }
}

/// A game on the same mines again and again.
@MainActor
final class PlayedGame {
  let store: MinesweeperStore
  private let stage: ApplicationStage
  private let seed: UInt64
  private let first: Place
  private let floodCount: Int
  /// Cells that disclose no others, after the first click.
  private let clicks: [Place]
  private var next: Int

  /// How often connected nodes were asked in what was timed, and how many cells had changed.
  private(set) var asked = 0
  private(set) var reached = 0

  init(_ shape: BoardShape) {
    let first = Place(column: shape.columns / 2, row: shape.rows / 2)
    let total = shape.cellCount - shape.mines
    // The mines whose first click is the nearest to 200 cells.
    let floods = (0..<100 as Range<UInt64>).map { seed in
      var board = Board(shape, seed: seed)
      board.disclose(first)
      return (seed: seed, count: total - board.safeCount)
    }
    let best = floods.min { abs($0.count - 200) < abs($1.count - 200) } ?? (0, 0)
    var board = Board(shape, seed: best.seed)
    board.disclose(first)
    var clicks: [Place] = []
    for place in shape.places where board.minefield?.mines.contains(place) == false {
      var next = board
      next.disclose(place)
      guard board.safeCount - next.safeCount == 1, next.outcome == .playing else { continue }
      clicks.append(place)
      board = next
    }
    (self.first, seed, floodCount, self.clicks) = (first, best.seed, best.count, clicks)
    next = clicks.count
    let store = MinesweeperStore(shape, seed: best.seed)
    self.store = store
    stage = ApplicationStage(size: CGSize(width: 940, height: 1390)) { bounds in
      Renderer(
        rootDescription: MinesweeperScreen(props: .build { $0.frame = bounds }),
        store: store
      )
    }
  }

  var coveredOnScreen: Int {
    stage.tree.query(role: .button, containing: ": covered").count
  }

  func discloseOne(_ stopwatch: inout Stopwatch) {
    if next == clicks.count {
      show(BeginGame(seed: seed))
      show(TapCell(place: first))
      next = 0
    }
    time(TapCell(place: clicks[next]), reaching: 1, &stopwatch)
    next += 1
  }

  func flood(_ stopwatch: inout Stopwatch) {
    time(TapCell(place: first), reaching: floodCount, &stopwatch)
    show(BeginGame(seed: seed))
  }

  func restart(_ stopwatch: inout Stopwatch) {
    show(TapCell(place: first))
    time(BeginGame(seed: seed), reaching: floodCount, &stopwatch)
  }

  private func show(_ item: some StateUpdater<MinesweeperState>) {
    store.dispatch(item)
    stage.tree.flush()
  }

  private func time(
    _ item: some StateUpdater<MinesweeperState>,
    reaching count: Int,
    _ stopwatch: inout Stopwatch
  ) {
    let before = stage.connected
    stopwatch.start()
    show(item)
    stopwatch.stop()
    asked += stage.connected - before
    reached += count
  }
}
