import SampleAnalysis

/// The sampled blocks by the thread that allocated them, for the times of intervals and tasks.
struct ThreadBlocks: Sendable {
  /// What a thread allocated in some time, and what of it lived at the end.
  struct Sum: Sendable {
    var allocated = MemoryAmount()
    var alive = MemoryAmount()

    static func += (sum: inout Self, other: Self) {
      sum.allocated += other.allocated
      sum.alive += other.alive
    }
  }

  private struct Entry {
    let time: UInt64
    let amount: MemoryAmount
    let isAlive: Bool
  }

  private var entries: [SampleProfile.ThreadID: [Entry]] = [:]

  init(_ profile: MemoryProfile) {
    for process in profile.processes {
      for block in process.blocks {
        let thread = SampleProfile.ThreadID(process: process.id, thread: block.thread)
        let entry = Entry(
          time: block.time,
          amount: process.amount(block),
          isAlive: block.livesAtEnd
        )
        entries[thread, default: []].append(entry)
      }
    }
  }

  /// - Complexity: Proportional to the blocks in the time, and the logarithm of those of the thread.
  func sum(of thread: SampleProfile.ThreadID, in range: Range<UInt64>) -> Sum {
    var sum = Sum()
    guard let entries = entries[thread] else { return sum }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].time < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    for entry in entries[low...] {
      guard entry.time < range.upperBound else { break }
      sum.allocated += entry.amount
      if entry.isAlive { sum.alive += entry.amount }
    }
    return sum
  }
}
