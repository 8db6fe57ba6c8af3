package import SampleAnalysis

/// The memory of a recording's processes: sampled blocks, counts by stack, and what snapshots of the heap have shown.
///
/// Times are nanoseconds of CLOCK_MONOTONIC.
package struct MemoryProfile: Sendable {
  /// A sampled block.
  package struct Block: Sendable {
    package let time: UInt64
    /// When it was freed; ``never`` if it lived at the end.
    package let freed: UInt64
    package let thread: Int32
    package let size: UInt64
    /// The stack that allocated it, in ``MemoryProfile/stacks``.
    package let stack: Int32
    /// Its type, in ``MemoryProfile/types``.
    package internal(set) var type: Int32

    package var livesAtEnd: Bool { freed == MemoryProfile.never }
    package func isLive(at moment: UInt64) -> Bool { time <= moment && moment < freed }
  }

  /// What lives, and what was allocated so far.
  package struct Total: Sendable {
    package let time: UInt64
    package let live: MemoryAmount
    package let allocated: MemoryAmount

    package init(time: UInt64, live: MemoryAmount, allocated: MemoryAmount) {
      self.time = time
      self.live = live
      self.allocated = allocated
    }
  }

  /// What one stack allocated and freed so far, counted.
  package struct Counts: Sendable {
    package var allocated = MemoryAmount()
    package var freed = MemoryAmount()
    package var live = MemoryAmount()

    package static func += (sum: inout Self, other: Self) {
      sum.allocated += other.allocated
      sum.freed += other.freed
      sum.live += other.live
    }
  }

  /// A type's blocks that one stack allocates.
  package struct Key: Sendable, Hashable {
    package let stack: Int32
    package let type: Int32
  }

  /// The contents of the heap at a time.
  package struct Snapshot: Sendable {
    package struct Site: Sendable {
      package let key: Key
      /// How many live.
      package let live: MemoryAmount
      /// How many of them nothing reachable holds.
      package let leaked: MemoryAmount
    }

    package let number: Int
    package let reason: String
    package let time: UInt64
    /// Whether it was taken when the process ended.
    package let isLast: Bool
    package var sites: [Site] = []
    package var leaks: [Leak] = []
    package var holders: [Holders] = []
    package var globals: [Global] = []
    /// How sure it is what is leaked, a line each.
    package var doubts: [String] = []

    /// Its name in a report.
    var name: String { "snapshot \(number) (\(reason))" }
  }

  /// Blocks that nothing reachable holds, alike.
  package struct Leak: Sendable, Hashable {
    package let types: [String]
    /// The fields by which they hold each other, in a circle; empty for no circle.
    package let cycle: [String]
    package let count: UInt64
    package let bytes: UInt64
    /// The stacks that allocated them.
    package let stacks: [Int32]
  }

  /// Who points to the blocks of a type.
  package struct Holders: Sendable {
    package struct Holder: Sendable, Codable, Equatable {
      /// A type and its field, or a place such as a global.
      package var name: String
      package var count: UInt64
    }

    package let type: String
    package let live: MemoryAmount
    /// The most frequent first.
    package let holders: [Holder]
    /// What would be free without the blocks of the type, themselves included.
    package let dominated: UInt64
  }

  /// Memory that is reachable by one global only.
  package struct Global: Sendable, Codable, Equatable {
    package var name: String
    package var bytes: UInt64
  }

  package struct Process: Sendable {
    package let id: Int32
    package let command: String
    /// The mean distance of samples in bytes.
    package let rate: UInt64
    package let span: Range<UInt64>
    /// In the order of time.
    package internal(set) var blocks: [Block] = []
    package internal(set) var totals: [Total] = []
    package internal(set) var peak: Total?
    /// By stack, at the end; `nil` if blocks were only sampled.
    package internal(set) var counts: [Int32: Counts]?
    package internal(set) var peakCounts: [Int32: Counts] = [:]
    /// In the order of time.
    package internal(set) var snapshots: [Snapshot] = []

    /// What a sampled block stands for.
    package func amount(_ block: Block) -> MemoryAmount {
      MemoryAmount(sampledSize: block.size, rate: rate)
    }

    /// Adds up the sampled blocks over time, at so many times at most.
    mutating func estimateTotals(atMost count: Int = 1000) {
      let step = max(1, span.count / max(1, count))
      var events = blocks.map { ($0.time, $0, true) }
      events += blocks.filter { !$0.livesAtEnd }.map { ($0.freed, $0, false) }
      events.sort { $0.0 < $1.0 }
      var (live, allocated, most) = (0.0, MemoryAmount(), 0.0)
      var peakTime = span.lowerBound
      for (time, block, isBegin) in events {
        let amount = amount(block)
        live += isBegin ? amount.bytes : -amount.bytes
        if isBegin { allocated += amount }
        if live > most { (most, peakTime) = (live, time) }
        if let last = totals.last, time < last.time + UInt64(step) { totals.removeLast() }
        let total = MemoryAmount(blocks: 0, bytes: UInt64(max(0, live)))
        totals.append(Total(time: time, live: total, allocated: allocated))
      }
      func sum(_ moment: UInt64) -> MemoryAmount {
        blocks.reduce(into: MemoryAmount()) { if $1.isLive(at: moment) { $0 += amount($1) } }
      }
      peak = Total(time: peakTime, live: sum(peakTime), allocated: allocated)
      totals.append(
        Total(time: span.upperBound, live: sum(MemoryProfile.never - 1), allocated: allocated)
      )
    }
  }

  /// The time of freeing of a block that lives at the end.
  package static let never = UInt64.max
  /// The place of the type of blocks of which nothing is known.
  package static let unknownType: Int32 = 0

  package internal(set) var processes: [Process] = []
  package internal(set) var stacks: StackTable
  package internal(set) var types = Places<String>()
  /// What is missing, a line each.
  package internal(set) var faults: [String] = []

  init(_ stacks: StackTable) {
    self.stacks = stacks
    _ = types.place(of: "(no Swift type)")
  }

  /// The time from the first process's begin to the last one's end.
  package var span: Range<UInt64> {
    let begin = processes.map(\.span.lowerBound).min() ?? 0
    return begin..<max(begin, processes.map(\.span.upperBound).max() ?? 0)
  }
}
