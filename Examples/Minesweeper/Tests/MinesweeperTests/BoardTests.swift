import Katana
import Testing

#if canImport(Minesweeper)
@testable import Minesweeper
#endif

struct `The board` {
  private let shape = BoardShape.standard

  @Test func `it has 450 cells`() {
    #expect(shape.cellCount == 450)
    #expect(Board().cells.map(\.id) == shape.places)
    #expect(Set(shape.places).count == 450)
  }

  @Test func `shapes that nobody can play on are refused`() throws {
    #expect(throws: BoardShapeError.self) { try BoardShape(columns: 0, rows: 3, mines: 1) }
    #expect(throws: BoardShapeError.self) { try BoardShape(columns: 3, rows: 3, mines: 0) }
    #expect(throws: BoardShapeError.self) { try BoardShape(columns: 3, rows: 3, mines: 9) }
    #expect(try BoardShape(columns: 3, rows: 3, mines: 8).cellCount == 9)
  }

  @Test func `the first click spares what is around it, where there is room`() throws {
    for seed in 0..<200 as Range<UInt64> {
      let field = Minefield(shape, seed: seed, sparing: Place(column: 18, row: 25))
      #expect(field.mines.count == shape.mines)
      #expect(field.minesAround(Place(column: 18, row: 25)) == 0)
      #expect(field.mines.isSubset(of: shape.places))
    }
    let full = try BoardShape(columns: 3, rows: 3, mines: 8)
    let middle = Place(column: 2, row: 2)
    #expect(Minefield(full, seed: 1, sparing: middle).mines == Set(full.neighbours(of: middle)))
  }

  @Test func `a seed tells the mines, and another one others`() {
    let first = Place(column: 9, row: 12)
    let fields = (0..<20 as Range<UInt64>).map { Minefield(shape, seed: $0, sparing: first) }
    #expect(fields[7] == Minefield(shape, seed: 7, sparing: first))
    #expect(Set(fields.map(\.mines)).count == 20)
  }

  @Test func `a mine loses, and all is shown`() throws {
    var board = Board(try BoardShape(columns: 5, rows: 5, mines: 4), seed: 3)
    board.disclose(Place(column: 1, row: 1))
    let mines = try #require(board.minefield?.mines)
    let safe = try #require(
      board.shape.places.first { board.cells[$0] == .covered && !mines.contains($0) }
    )
    let places = board.shape.places.filter { mines.contains($0) }
    board.toggleFlag(at: safe)
    board.toggleFlag(at: places[0])
    // A flag keeps it from going off.
    board.disclose(places[0])
    #expect(board.outcome == .playing)
    board.disclose(places[1])
    #expect(board.outcome == .lost)
    #expect(places.map { board.cells[$0] } == [.flagged, .exploded, .mine, .mine])
    #expect(board.cells[safe] == .wrongFlag)
    // What has ended stays as it is.
    let ended = board
    for place in board.shape.places {
      board.disclose(place)
      board.toggleFlag(at: place)
    }
    #expect(board == ended)
    board.restart(seed: 3)
    #expect(board == Board(board.shape, seed: 3))
  }

  @Test func `flags are put and taken away, on covered cells only`() {
    var board = Board(seed: 1)
    let place = Place(column: 2, row: 3)
    board.toggleFlag(at: place)
    #expect(board.cells[place] == .flagged)
    #expect(board.minesLeft == shape.mines - 1)
    board.toggleFlag(at: place)
    #expect(board == Board(seed: 1))
    board.disclose(place)
    let disclosed = board
    board.toggleFlag(at: place)
    #expect(board == disclosed)
    // There is no such place.
    board.toggleFlag(at: Place(column: 19, row: 1))
    board.disclose(Place(column: 0, row: 1))
    #expect(board == disclosed)
  }

  /// Shapes from one cell without neighbours to some hundred, nearly without and nearly full of mines.
  @Test func `disclosing is what a search from cell to cell finds, on any board`() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for game in 0..<200 {
      let columns = Int.random(in: 1...16, using: &generator)
      let rows = Int.random(in: 1...16, using: &generator)
      guard columns * rows > 1 else { continue }
      let most = Bool.random(using: &generator) ? columns * rows - 1 : max(columns * rows / 8, 1)
      let shape = try BoardShape(
        columns: columns,
        rows: rows,
        mines: Int.random(in: 1...most, using: &generator)
      )
      var board = Board(shape, seed: generator.next())
      var model = BoardModel(shape)
      for step in 0..<30 {
        let place = shape.places[Int.random(in: 0..<shape.cellCount, using: &generator)]
        if Int.random(in: 0..<4, using: &generator) == 0 {
          board.toggleFlag(at: place)
          model.toggleFlag(at: place)
        } else {
          board.disclose(place)
          model.disclose(place, mines: board.minefield?.mines ?? [])
        }
        try #require(
          model.agrees(with: board),
          "seed \(seed), game \(game), step \(step) at \(place): \(board.cells)"
        )
      }
    }
  }
}

/// What is seen of a board, found in the obvious way: sets of places, each flood a recursive search.
struct BoardModel {
  let shape: BoardShape
  var disclosed: Set<Place> = []
  var flagged: Set<Place> = []
  var mines: Set<Place> = []
  var exploded: Place?

  init(_ shape: BoardShape) { self.shape = shape }

  var isWon: Bool { disclosed.count + mines.count == shape.cellCount }
  var isOver: Bool { exploded != nil || isWon }

  func count(_ place: Place) -> Int {
    var count = 0
    for column in place.column - 1...place.column + 1 {
      for row in place.row - 1...place.row + 1
      where mines.contains(Place(column: column, row: row)) { count += 1 }
    }
    return count
  }

  mutating func toggleFlag(at place: Place) {
    guard !isOver, !disclosed.contains(place) else { return }
    if flagged.remove(place) == nil { flagged.insert(place) }
  }

  mutating func disclose(_ place: Place, mines: Set<Place>) {
    self.mines = mines
    guard !isOver, !disclosed.contains(place), !flagged.contains(place) else { return }
    if mines.contains(place) { exploded = place } else { flood(place) }
  }

  private mutating func flood(_ place: Place) {
    disclosed.insert(place)
    guard count(place) == 0 else { return }
    for column in place.column - 1...place.column + 1 {
      for row in place.row - 1...place.row + 1 {
        let next = Place(column: column, row: row)
        guard (1...shape.columns).contains(column), (1...shape.rows).contains(row),
          !disclosed.contains(next), !flagged.contains(next)
        else { continue }
        flood(next)
      }
    }
  }

  func cell(_ place: Place) -> Cell {
    if disclosed.contains(place) { return .disclosed(minesAround: count(place)) }
    let isMine = mines.contains(place)
    if exploded == place { return .exploded }
    if flagged.contains(place) { return exploded != nil && !isMine ? .wrongFlag : .flagged }
    if isMine, exploded != nil { return .mine }
    return isMine && isWon ? .flagged : .covered
  }

  func agrees(with board: Board) -> Bool {
    let outcome: Board.Outcome = exploded != nil ? .lost : !mines.isEmpty && isWon ? .won : .playing
    let flags = outcome == .won ? shape.mines : flagged.count
    return board.outcome == outcome && board.flagCount == flags
      && board.safeCount == shape.cellCount - shape.mines - disclosed.count
      && shape.places.allSatisfy { board.cells[$0] == cell($0) }
      && board.cells.count == shape.cellCount
  }
}
