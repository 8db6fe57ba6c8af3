import Katana

/// The state that all contenders for it update.
struct ContendedState: State {
  /// Updates so far.
  private(set) var count = 0
  /// What their work has come to; it says how many turns were made.
  private(set) var work = CountedWork.start

  /// An update that works for so many turns.
  @inline(__always)
  mutating func update(turns: Int) {
    count += 1
    if turns > 0 { work = CountedWork.run(turns, from: work) }
  }
}

/// Work that takes about so long, and the same instructions wherever it is done: turns of a generator of random numbers,
/// each of which waits for the one before.
///
/// Source: G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (2003).
enum CountedWork {
  static let start: UInt64 = 42

  /// How many turns take about so long on a processor of 3 GHz: one is six operations, each of a cycle.
  ///
  /// A constant, so that every run and both sides of a comparison do the same; the row `updater-work` says what it
  /// takes where it runs.
  static func turns(nanoseconds: Int) -> Int { nanoseconds / 2 }

  /// Makes so many turns.
  @inline(never)
  static func run(_ turns: Int, from number: UInt64) -> UInt64 {
    var number = number
    for _ in 0..<turns { number = turn(number) }
    return number
  }

  /// Makes a turn.
  ///
  /// Not by a multiplication and an addition, of which the compiler makes one for many turns.
  @inline(__always)
  private static func turn(_ number: UInt64) -> UInt64 {
    var number = number
    number ^= number << 13
    number ^= number >> 7
    number ^= number << 17
    return number
  }

  /// The number after so many turns, in as many steps as their number has bits: a turn is linear in the bits, and twice
  /// as many turns are its square.
  static func number(after turns: Int) -> UInt64 {
    // The images of the single bits.
    var images = (0..<64).map { turn(1 << UInt64($0)) }
    var number = start
    var rest = turns
    while rest > 0 {
      if rest & 1 == 1 { number = image(of: number, images) }
      images = images.map { image(of: $0, images) }
      rest >>= 1
    }
    return number
  }

  private static func image(of number: UInt64, _ images: [UInt64]) -> UInt64 {
    images.indices.reduce(0) { number >> UInt64($1) & 1 == 1 ? $0 ^ images[$1] : $0 }
  }
}
