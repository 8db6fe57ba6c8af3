/// The places of the mines, which a seed tells.
struct Minefield: Equatable, Sendable {
  let shape: BoardShape
  let mines: Set<Place>

  /// Lays mines anywhere but at the place that is disclosed first, and around it where there is room elsewhere.
  init(_ shape: BoardShape, seed: UInt64, sparing first: Place) {
    var spared = Set(shape.neighbours(of: first) + [first])
    if shape.cellCount - spared.count < shape.mines { spared = [first] }
    var places = shape.places.filter { !spared.contains($0) }
    var generator = SeededGenerator(seed: seed)
    var mines: Set<Place> = []
    for _ in 0..<shape.mines {
      let chosen = Int.random(in: places.indices, using: &generator)
      // The last takes its place: nothing else moves.
      places.swapAt(chosen, places.count - 1)
      mines.insert(places.removeLast())
    }
    (self.shape, self.mines) = (shape, mines)
  }

  /// How many of the cells around a place have a mine.
  func minesAround(_ place: Place) -> Int {
    shape.neighbours(of: place).count { mines.contains($0) }
  }
}

/// Random numbers that are the same for the same seed: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
