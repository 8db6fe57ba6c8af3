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

/// What a frame may take, of a display of 60 Hz; its views take their part of that.
private let frameTime = Duration.microseconds(16_600)

extension BenchmarkSuite {
  /// What a click discloses, one cell or about 200, and another game.
  mutating func addMinesweeper(_ size: GameSize) {
    let isStandard = size == .standard
    let flat = Bar(
      "ten times the cells cost no more",
      against: "minesweeper-one/cells=\(GameSize.standard.rawValue)",
      atMost: 1.2
    )
    // Samples of one frame each, for percentiles of them.
    let (short, long) = (Duration.microseconds(10), Duration.milliseconds(1))
    let rare = Bar("99.9 % within a frame", percentile: 0.999, atMost: frameTime)
    let oneBars = isStandard ? [] : [flat, rare]
    addGame("minesweeper-one", size, short, bars: oneBars) { $0.discloseOne(&$1) }
    let bars = [Bar("99 % within a frame", percentile: 0.99, atMost: frameTime)]
    addGame("minesweeper-flood", size, long, bars: bars) { $0.flood(&$1) }
    addGame("minesweeper-restart", size, long, bars: bars) { $0.restart(&$1) }
  }

  /// The longest frames of whole games: of a thousand frames, the time that all but one keep within.
  mutating func addMinesweeperFrames(_ size: GameSize) {
    add(
      Benchmark(
        "minesweeper-frames",
        parameters: ["cells": size.rawValue],
        bars: [Bar("99.9 % within a frame", medianAtMost: frameTime)]
      ) {
        let game = PlayedGame(try size.shape)
        return BenchmarkBody(figure: {
          let time = try game.playForLongestFrames()
          try game.check()
          return time
        })
      }
    )
  }

  private mutating func addGame(
    _ name: String,
    _ size: GameSize,
    _ sampleDuration: Duration,
    bars: [Bar],
    _ step: @escaping @MainActor @Sendable (PlayedGame, inout Stopwatch) -> Void
  ) {
    add(
      Benchmark(
        name,
        parameters: ["cells": size.rawValue],
        bars: bars,
        sampleDuration: sampleDuration
      ) {
        let game = PlayedGame(try size.shape)
        return BenchmarkBody(
          runTimed: { iterations, stopwatch in
            for _ in 0..<iterations { step(game, &stopwatch) }
          },
          verify: { _ in try game.check() }
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

  /// Looks whether the screen shows the state, and no other cells were asked than those that were reached.
  func check() throws {
    try VerificationError.check(
      "connected nodes that were asked, by what was reached",
      found: asked,
      expected: reached
    )
    try VerificationError.check(
      "cells that are seen as covered",
      found: stage.tree.query(role: .button, containing: ": covered").count,
      expected: store.state.board.cells.count { $0.value == .covered }
    )
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

  /// Plays ten games of a hundred frames, the first two of which begin it and flood; all others disclose one cell.
  ///
  /// - Returns: What the frames took, but for the longest one of the thousand, in nanoseconds.
  func playForLongestFrames() throws -> UInt64 {
    let perGame = 98
    let enough = clicks.count >= perGame
    try VerificationError.check("enough cells to click", found: enough, expected: true)
    var times: [Duration] = []
    for _ in 0..<10 {
      times.append(time { show(BeginGame(seed: seed)) })
      times.append(time { show(TapCell(place: first)) })
      for click in clicks.prefix(perGame) { times.append(time { show(TapCell(place: click)) }) }
    }
    times.sort()
    return UInt64(times[times.count - 2] / .nanoseconds(1))
  }

  private func time(_ body: () -> Void) -> Duration {
    let start = ContinuousClock.now
    body()
    return start.duration(to: .now)
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
