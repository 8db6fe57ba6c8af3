import Katana

/// What a player sees of a cell.
enum Cell: Hashable, Sendable {
  case covered
  case flagged
  case disclosed(minesAround: Int)
  /// A mine, once the game is lost.
  case mine
  /// The mine that has lost it.
  case exploded
  /// A flag where there was no mine.
  case wrongFlag
}

/// A game from its first click to its end.
struct Board: Equatable, Sendable {
  enum Outcome: Hashable, Sendable {
    case playing, won, lost
  }

  let shape: BoardShape
  /// What is seen; not where the mines are, for laying them changes nothing that is shown.
  private(set) var cells: Entities<Place, Cell>
  private(set) var outcome = Outcome.playing
  private(set) var flagCount = 0
  /// How many cells without a mine are still covered.
  private(set) var safeCount: Int
  /// Laid at the first click, which never hits one.
  private(set) var minefield: Minefield?
  private var seed: UInt64

  init(_ shape: BoardShape = .standard, seed: UInt64 = 0) {
    (self.shape, self.seed) = (shape, seed)
    cells = Entities(uniqueIDsWithValues: shape.places.map { ($0, .covered) })
    safeCount = shape.cellCount - shape.mines
  }

  /// How many mines no flag stands for; below 0 with more flags than mines.
  var minesLeft: Int { shape.mines - flagCount }

  /// Begins anew: cells that are covered already are left alone.
  mutating func restart(seed: UInt64) {
    for place in shape.places where cells[place] != .covered { cells[place] = .covered }
    (outcome, flagCount, minefield) = (.playing, 0, nil)
    safeCount = shape.cellCount - shape.mines
    self.seed = seed
  }

  /// Puts a flag on a covered cell, or takes it away.
  mutating func toggleFlag(at place: Place) {
    guard outcome == .playing else { return }
    switch cells[place] {
    case .covered:
      cells[place] = .flagged
      flagCount += 1
    case .flagged:
      cells[place] = .covered
      flagCount -= 1
    default: break
    }
  }

  /// Discloses a covered cell, and where no mine is around it, all around it, and so on.
  ///
  /// A flag keeps a cell from being disclosed.
  mutating func disclose(_ place: Place) {
    guard outcome == .playing, cells[place] == .covered else { return }
    let minefield = self.minefield ?? Minefield(shape, seed: seed, sparing: place)
    self.minefield = minefield
    guard !minefield.mines.contains(place) else { return lose(at: place, minefield) }
    // Not recursively: on a large board without mines that would be as deep as there are cells.
    var pending = [place]
    while let next = pending.popLast() {
      guard cells[next] == .covered else { continue }
      let count = minefield.minesAround(next)
      cells[next] = .disclosed(minesAround: count)
      safeCount -= 1
      if count == 0 { pending += shape.neighbours(of: next) }
    }
    if safeCount == 0 { win(minefield) }
  }

  private mutating func win(_ minefield: Minefield) {
    outcome = .won
    for place in minefield.mines where cells[place] == .covered { cells[place] = .flagged }
    flagCount = shape.mines
  }

  private mutating func lose(at place: Place, _ minefield: Minefield) {
    outcome = .lost
    for mine in minefield.mines where cells[mine] == .covered { cells[mine] = .mine }
    cells[place] = .exploded
    for flag in shape.places where cells[flag] == .flagged && !minefield.mines.contains(flag) {
      cells[flag] = .wrongFlag
    }
  }
}
