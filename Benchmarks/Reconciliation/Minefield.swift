import Katana
import SeededRandom

/// A game of Minesweeper as the sample application of the original has it: 450 cells, 68 mines.
struct Minefield: Sendable {
  static let (width, height, mineCount) = (30, 15, 68)
  static var cellCount: Int { width * height }

  /// Whether there is a mine, by cell.
  private let isMine: [Bool]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var places = Array(0..<Self.cellCount)
    places.shuffle(using: &random)
    var isMine = Array(repeating: false, count: Self.cellCount)
    for place in places.prefix(Self.mineCount) { isMine[place] = true }
    self.isMine = isMine
  }

  /// The cells around a cell.
  func neighbours(of cell: Int) -> [Int] {
    let (x, y) = (cell % Self.width, cell / Self.width)
    var cells: [Int] = []
    for row in max(0, y - 1)...min(Self.height - 1, y + 1) {
      for column in max(0, x - 1)...min(Self.width - 1, x + 1) where (column, row) != (x, y) {
        cells.append(row * Self.width + column)
      }
    }
    return cells
  }

  /// How many mines there are around a cell.
  func number(of cell: Int) -> Int {
    neighbours(of: cell).reduce(0) { isMine[$1] ? $0 + 1 : $0 }
  }

  /// The cells that a click opens: the cell, and all that are next to one without mines around it.
  func opened(by cell: Int) -> [Int] {
    var cells = [cell]
    guard !isMine[cell] else { return cells }
    var seen = Set(cells)
    var next = 0
    while next < cells.count {
      if number(of: cells[next]) == 0 {
        for other in neighbours(of: cells[next]) where seen.insert(other).inserted {
          cells.append(other)
        }
      }
      next += 1
    }
    return cells
  }

  /// A cell whose click opens many, but not most.
  var clicked: Int {
    (0..<Self.cellCount).first { (20...60).contains(opened(by: $0).count) } ?? 0
  }
}

/// Opens cells, or closes them again.
struct Open: StateUpdater {
  let cells: [Int]
  let isOpening: Bool

  func updateState(_ state: inout CellState) {
    for cell in cells { state.entities.update(cell) { $0 = isOpening ? 1 : 0 } }
  }
}
