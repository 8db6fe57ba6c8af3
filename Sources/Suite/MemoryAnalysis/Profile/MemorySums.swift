/// What became of the blocks of a type that a stack allocated, or of several such.
package struct MemoryFigures: Sendable, Codable, Equatable {
  package var allocated = MemoryAmount()
  package var freed = MemoryAmount()
  package var atPeak = MemoryAmount()
  package var atEnd = MemoryAmount()
  /// Those that lived for a millisecond at most.
  package var shortLived = MemoryAmount()

  package static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum += right
    return sum
  }

  package static func += (sum: inout Self, other: Self) {
    sum.allocated += other.allocated
    sum.freed += other.freed
    sum.atPeak += other.atPeak
    sum.atEnd += other.atEnd
    sum.shortLived += other.shortLived
  }
}

/// The figures of each type and stack.
///
/// Where all blocks were counted, a stack that allocates one type has counts. Of one that allocates several the samples tell how much was
/// of each, but for what lived at the end, which the snapshot has counted.
package struct MemorySums: Sendable {
  package typealias Key = MemoryProfile.Key

  private static let shortLife: UInt64 = 1_000_000

  package private(set) var figures: [Key: MemoryFigures] = [:]
  /// What was leaked at the last snapshot.
  package private(set) var leaked: [Key: MemoryAmount] = [:]

  /// Adds up processes.
  ///
  /// - Complexity: Proportional to the number of sampled blocks and of stacks.
  package init(_ processes: [MemoryProfile.Process]) {
    for process in processes { add(process) }
  }

  private mutating func add(_ process: MemoryProfile.Process) {
    var sums: [Key: MemoryFigures] = [:]
    for block in process.blocks {
      let amount = process.amount(block)
      let key = Key(stack: block.stack, type: block.type)
      var figures = sums[key] ?? MemoryFigures()
      figures.allocated += amount
      if block.livesAtEnd { figures.atEnd += amount } else { figures.freed += amount }
      if let peak = process.peak, block.isLive(at: peak.time) { figures.atPeak += amount }
      if block.freed - block.time <= Self.shortLife { figures.shortLived += amount }
      sums[key] = figures
    }
    if let counts = process.counts {
      // What is none of Swift's types is a type too, where a snapshot has seen it.
      var types: [Int32: Set<Int32>] = [:]
      for key in sums.keys where key.type != MemoryProfile.unknownType {
        types[key.stack, default: []].insert(key.type)
      }
      for site in process.snapshots.flatMap(\.sites) where site.live.blocks > 0 {
        types[site.key.stack, default: []].insert(site.key.type)
      }
      count(&sums, counts, types, atPeak: process.peakCounts)
      for site in process.snapshots.last?.sites ?? [] where site.leaked.blocks > 0 {
        leaked[site.key, default: MemoryAmount()] += site.leaked
      }
      if let last = process.snapshots.last, last.isLast { count(&sums, last) }
    }
    for (key, more) in sums { figures[key, default: MemoryFigures()] += more }
  }

  /// Replaces the estimates of stacks that allocate one type by counts.
  private func count(
    _ sums: inout [Key: MemoryFigures],
    _ counts: [Int32: MemoryProfile.Counts],
    _ types: [Int32: Set<Int32>],
    atPeak peak: [Int32: MemoryProfile.Counts]
  ) {
    for (stack, count) in counts where types[stack]?.count ?? 0 <= 1 {
      let unknown = Key(stack: stack, type: MemoryProfile.unknownType)
      let key = Key(stack: stack, type: types[stack]?.first ?? unknown.type)
      var figures = sums.removeValue(forKey: key) ?? MemoryFigures()
      // Of blocks that were freed before the first snapshot nothing else may be known.
      if let more = sums.removeValue(forKey: unknown) { figures += more }
      figures.allocated = count.allocated
      figures.freed = count.freed
      figures.atPeak = peak[stack]?.live ?? MemoryAmount()
      figures.atEnd = count.live
      sums[key] = figures
    }
  }

  /// Takes what lived at the end from a snapshot; no less was allocated, whatever samples say.
  private func count(_ sums: inout [Key: MemoryFigures], _ last: MemoryProfile.Snapshot) {
    for key in sums.keys { sums[key]?.atEnd = MemoryAmount() }
    for site in last.sites {
      var figures = sums[site.key] ?? MemoryFigures()
      figures.atEnd += site.live
      if figures.allocated.bytes < figures.atEnd.bytes { figures.allocated = figures.atEnd }
      sums[site.key] = figures
    }
  }
}
