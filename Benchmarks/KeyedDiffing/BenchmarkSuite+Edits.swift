import BenchmarkHarness
import KeyedDiff
import SeededRandom

/// A keyed element, such as a row of a list: what changes in it is its version.
struct Row: Identifiable, Equatable {
  let id: UInt64
  var version = 0
}

/// How one list becomes another.
enum Change: String, CaseIterable {
  case none
  /// The element in the middle is another version.
  case one
  /// An element comes after the last.
  case append
  /// The second and the last but one change places.
  case swap
  /// All stay, in a random order.
  case shuffle
  /// All are others.
  case all

  /// Whether no key has to be hashed.
  var isFoundByScan: Bool { self == .none || self == .one || self == .append }

  func lists(_ size: Int) -> (old: [Row], new: [Row]) {
    let old = makeRows(size, seed: 1)
    var new = old
    switch self {
    case .none: break
    case .one: new[size / 2].version += 1
    case .append: new += makeRows(1, seed: 2)
    case .swap: new.swapAt(1, size - 2)
    case .shuffle:
      var random = SplitMix64(seed: 3)
      new.shuffle(using: &random)
    case .all: new = makeRows(size, seed: 2)
    }
    // Not the same array in memory, which would be equal at a glance.
    return (old, new.map { $0 })
  }

  /// Edits that there have to be, and no more moves than another search finds.
  func check(_ edits: Edits, _ size: Int) throws {
    let (updated, removed, inserted) =
      switch self {
      case .none, .swap, .shuffle: (0, 0, 0)
      case .one: (1, 0, 0)
      case .append: (0, 0, 1)
      case .all: (0, size, size)
      }
    try VerificationError.check("updated", found: edits.updated, expected: updated)
    try VerificationError.check("removed", found: edits.removed, expected: removed)
    try VerificationError.check("inserted", found: edits.inserted, expected: inserted)
    if self == .swap { try VerificationError.check("moved", found: edits.moved, expected: 2) }
    if self == .shuffle {
      let (old, new) = lists(size)
      let places = Dictionary(uniqueKeysWithValues: zip(old.map(\.id), old.indices))
      let kept = longestRising(new.compactMap { places[$0.id] })
      try VerificationError.check("moved", found: edits.moved, expected: size - kept)
    } else if self != .swap {
      try VerificationError.check("moved", found: edits.moved, expected: 0)
    }
  }
}

/// Rows with numbers that are the same in each run.
private func makeRows(_ count: Int, seed: UInt64) -> [Row] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { _ in Row(id: random.next()) }
}

/// Length of the longest part of a list that rises, by a table of the greatest length up to each number.
private func longestRising(_ numbers: [Int]) -> Int {
  // Greatest lengths as a binary indexed tree: nothing that the comparison uses.
  var lengths = [Int](repeating: 0, count: numbers.count + 1)
  for number in numbers {
    var (place, length) = (number, 0)
    while place > 0 {
      length = max(length, lengths[place])
      place -= place & -place
    }
    place = number + 1
    while place < lengths.count {
      lengths[place] = max(lengths[place], length + 1)
      place += place & -place
    }
  }
  return lengths.max() ?? 0
}

/// Numbers of the edits of each kind.
struct Edits {
  var updated = 0
  var removed = 0
  var inserted = 0
  var moved = 0

  init(_ edits: KeyedEdits) {
    (updated, removed) = (edits.updated.count, edits.removed.count)
    edits.forEachPlacement { _, old in
      if old == nil { inserted += 1 } else { moved += 1 }
    }
  }

  var total: Int { updated + removed + inserted + moved }
}

extension BenchmarkSuite {
  /// Two lists compared, and each edit read.
  mutating func addEdits(_ change: Change, size: Int, bars: [Bar]) {
    add(
      Benchmark(
        "edits",
        parameters: ["changed": change.rawValue, "size": size],
        floors: ["hash"],
        bars: bars
      ) {
        let (old, new) = change.lists(size)
        var edits = KeyedEdits()
        edits.compare(IdentifiedLists(from: old, to: new))
        let expected = Edits(edits)
        try change.check(expected, size)
        return BenchmarkBody(
          state: (sum: 0, edits: edits),
          run: { state, iterations in
            for _ in 0..<iterations { state.sum += compare(old, new, &state.edits) }
          },
          verify: { state, iterations in
            try VerificationError.check(
              "edits",
              found: state.sum,
              expected: iterations * expected.total
            )
          }
        )
      }
    )
  }

  /// Each key of a list put into a dictionary, and as many looked up there.
  mutating func addHashFloor(size: Int) {
    add(
      Benchmark("hash", parameters: ["size": size], kind: .floor) {
        let rows = makeRows(size, seed: 1)
        return BenchmarkBody(
          state: 0,
          run: { sum, iterations in
            for _ in 0..<iterations {
              var places = [UInt64: Int](minimumCapacity: size)
              for (place, row) in rows.enumerated() { places[row.id] = place }
              for row in rows where places[row.id] != nil { sum += 1 }
            }
          },
          verify: { sum, iterations in
            try VerificationError.check("found", found: sum, expected: iterations * size)
          }
        )
      }
    )
  }
}

/// Not inlined, so that the loop isn't taken apart.
@inline(never)
private func compare(_ old: [Row], _ new: [Row], _ edits: inout KeyedEdits) -> Int {
  edits.compare(IdentifiedLists(from: old, to: new))
  return Edits(edits).total
}
