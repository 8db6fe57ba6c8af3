import KeyedDiff
import SeededRandom
import Testing

/// Edits of random lists against obvious implementations of what they are to be.
@Suite struct KeyedEditsModelTests {
  /// A random list of at most so many rows, with keys of so many kinds.
  static func randomRows(
    _ random: inout SplitMix64,
    count: Int,
    kinds: Int,
    isUnique: Bool
  ) -> [Row] {
    let size = random.next(below: count + 1)
    let keys =
      isUnique
      ? Array((0..<kinds).shuffled(using: &random).prefix(size))
      : (0..<size).map { _ in random.next(below: kinds) }
    return keys.map { Row(id: "\($0)", version: random.next(below: 2)) }
  }

  /// Random edits of a list: most of it stays.
  static func edited(_ rows: [Row], _ random: inout SplitMix64) -> [Row] {
    var rows = rows
    for _ in 0..<random.next(below: 6) {
      let place = random.next(below: rows.count + 1)
      switch random.next(below: 4) {
      case 0: rows.insert(Row(id: "new \(random.next(below: 1000))"), at: place)
      case 1 where place < rows.count: rows.remove(at: place)
      case 2 where place < rows.count: rows[place].version += 1
      default:
        guard place < rows.count else { continue }
        let row = rows.remove(at: place)
        rows.insert(row, at: random.next(below: rows.count + 1))
      }
    }
    return rows
  }

  static func check(_ compared: Compared, seed: UInt64) {
    let (old, new) = (compared.old, compared.new)
    let context: Comment = "seed \(seed): \(old) to \(new)"
    #expect(compared.applied.map(\.row) == new, context)
    let sources = new.indices.map { compared.edits.oldPlace(ofNew: $0) }
    let kept = sources.compactMap { $0 }
    #expect(Set(kept).count == kept.count, context)
    for (place, source) in sources.enumerated() {
      if let source { #expect(old[source].id == new[place].id, context) }
    }
    let changed = new.indices.filter { place in
      sources[place].map { old[$0] != new[place] } ?? false
    }
    #expect(compared.edits.updated.map(\.new) == changed, context)
    #expect(compared.edits.updated.map { $0.old } == changed.compactMap { sources[$0] }, context)
    #expect(compared.edits.removed == old.indices.filter { !Set(kept).contains($0) }, context)
    #expect(compared.inserted == sources.indices.filter { sources[$0] == nil }, context)
    // Of each key as many correspond as both lists have.
    let counts = { (rows: [Row]) in Dictionary(grouping: rows, by: \.id).mapValues(\.count) }
    let (oldCounts, newCounts) = (counts(old), counts(new))
    let expected = oldCounts.reduce(0) { $0 + min($1.value, newCounts[$1.key] ?? 0) }
    #expect(kept.count == expected, context)
  }

  @Test(arguments: RandomHistories.seeds(300))
  func `a list becomes each that follows, by edits that forget those before`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (isUnique, kinds) = (seed % 2 == 0, 3 + random.next(below: 40))
    var compared = Compared([], [])
    for _ in 0..<8 {
      let old = compared.new
      let new =
        random.next(below: 3) > 0
        ? Self.edited(old, &random)
        : Self.randomRows(&random, count: kinds, kinds: kinds, isUnique: isUnique)
      compared.compare(old, new)
      Self.check(compared, seed: seed)
    }
  }

  /// Fewest of some elements that have to be moved, by a trial of each part that stays.
  static func fewestMoves(_ sources: [Int]) -> Int {
    var longest = 0
    for part in 0..<1 << sources.count {
      let stays = sources.indices.filter { part >> $0 & 1 == 1 }.map { sources[$0] }
      if zip(stays, stays.dropFirst()).allSatisfy({ $0 < $1 }) {
        longest = max(longest, stays.count)
      }
    }
    return sources.count - longest
  }

  @Test func `no fewer moves lead to any order of six, nor to random ones of ten`() {
    func check(_ order: [Int]) {
      let old = order.indices.map { Row(id: "\($0)") }
      let compared = Compared(old, order.map { old[$0] })
      #expect(compared.moved.count == Self.fewestMoves(order), "\(order)")
    }
    func permute(_ order: [Int], _ rest: [Int]) {
      if rest.isEmpty { check(order) }
      for next in rest { permute(order + [next], rest.filter { $0 != next }) }
    }
    permute([], Array(0..<6))
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 { check((0..<10).shuffled(using: &random)) }
  }
}
