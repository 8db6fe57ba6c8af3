/// The place of a cell: its column and its row, counted from 1 at the upper left.
struct Place: Hashable, Sendable {
  let column: Int
  let row: Int
}

/// The numbers of columns, rows and mines.
struct BoardShape: Hashable, Sendable {
  let columns: Int
  let rows: Int
  let mines: Int

  /// 450 cells, of which nearly one in seven has a mine.
  static let standard = BoardShape(unchecked: 18, 25, 63)

  /// - Throws: ``BoardShapeError`` where nobody could play on such a board.
  init(columns: Int, rows: Int, mines: Int) throws(BoardShapeError) {
    guard (1...200).contains(columns), (1...200).contains(rows), mines > 0,
      mines < columns * rows
    else { throw BoardShapeError(columns: columns, rows: rows, mines: mines) }
    self.init(unchecked: columns, rows, mines)
  }

  private init(unchecked columns: Int, _ rows: Int, _ mines: Int) {
    (self.columns, self.rows, self.mines) = (columns, rows, mines)
  }

  var cellCount: Int { columns * rows }

  /// All places, row by row.
  var places: [Place] {
    (1...rows).flatMap { row in (1...columns).map { Place(column: $0, row: row) } }
  }

  /// The places around one: eight, or fewer at an edge.
  func neighbours(of place: Place) -> [Place] {
    var neighbours: [Place] = []
    for row in max(place.row - 1, 1)...min(place.row + 1, rows) {
      for column in max(place.column - 1, 1)...min(place.column + 1, columns) {
        let neighbour = Place(column: column, row: row)
        if neighbour != place { neighbours.append(neighbour) }
      }
    }
    return neighbours
  }
}

/// A shape that no board can have.
struct BoardShapeError: Error, Equatable, CustomStringConvertible {
  let columns: Int
  let rows: Int
  let mines: Int

  var description: String {
    "board of \(columns)x\(rows) cells with \(mines) mines: nobody can play on it; "
      + "use 1 to 200 columns and rows, and at least one mine and one cell without"
  }
}
