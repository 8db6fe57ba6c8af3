import ReportRendering
import TraceAnalysis

extension SampleReport {
  /// The waits for locks that have one cause: the same function waited, and the same one held the lock and did the same.
  package struct ContendedLock: Sendable, Codable, Equatable {
    package var process: Int32
    /// The function of the program that waited; `nil` if unknown.
    package var waiter: String?
    /// The function of the program that held the lock, with its caller if that may be meant; `nil` if nobody knows.
    package var holder: String?
    /// What it did meanwhile, as the clause of a sentence; `nil` if nobody knows who held it.
    package var activity: String?
    /// How the holder is known in most of the waits; `nil` without one.
    package var evidence: String?
    package var count: UInt64
    /// The time of all waits, and of the longest.
    package var total: UInt64
    package var longest: UInt64
    /// How many threads waited.
    package var waitingThreads: Int
    /// How many held it.
    package var holdingThreads: Int
    /// How many locks there were, as far as their addresses are known.
    package var locks: Int
  }

  func lockSection() -> ReportSection? {
    TraceReport.section(
      "Contended locks",
      about: [
        "Waits for locks that were long enough for a stack, by what waited and what held the lock. The holder is known by the lock itself "
          + "(owner), as the thread that had got it before (hand-over), or as the only one that ran meanwhile (alone)."
      ],
      of: locks,
      atMost: Self.maximumRows,
      headers: [
        "waited in", "held by", "which", "known by", "waits", "in all", "longest", "threads",
        "locks",
      ],
      alignments: [
        .left, .sentence, .sentence, .left, .right, .right, .right, .right, .right,
      ]
    ) { row in
      [
        row.waiter ?? "-", row.holder ?? "not told", row.activity ?? "-", row.evidence ?? "-",
        "\(row.count)", Self.text(row.total), Self.text(row.longest), "\(row.waitingThreads)",
        row.locks == 0 ? "-" : "\(row.locks)",
      ]
    }
  }
}

extension LockWait.Evidence {
  /// The word for it in a table.
  var name: String {
    switch self {
    case .owner: "owner"
    case .handOver: "hand-over"
    case .alone: "alone"
    }
  }
}

extension LockWaits {
  private struct Cause: Hashable {
    let process: Int32
    let waiter: String?
    let holder: String?
    let activity: String?
  }

  private struct Sum {
    var evidence: [LockWait.Evidence: Int] = [:]
    var times: [UInt64] = []
    var waiting: Set<Int32> = []
    var holding: Set<Int32> = []
    var addresses: Set<UInt64> = []
  }

  /// The waits by cause, those that took longest first.
  func contended() -> [SampleReport.ContendedLock] {
    var sums: [Cause: Sum] = [:]
    var stories = Stories()
    for wait in waits {
      let holding = holding(of: wait, &stories)
      let cause = Cause(
        process: wait.thread.process,
        waiter: holding?.waiter
          ?? taker(in: wait.stack).map { profile.stacks.name(of: $0, withCaller: false) },
        holder: holding.map { $0.holder ?? "functions that can't be told" },
        activity: holding.map(\.clause)
      )
      var sum = sums[cause] ?? Sum()
      if let holding { sum.evidence[holding.evidence, default: 0] += 1 }
      sum.times.append(UInt64(wait.range.count))
      sum.waiting.insert(wait.thread.thread)
      sum.holding.formUnion(holding?.threads.map(\.thread) ?? [])
      if let address = wait.address { sum.addresses.insert(address) }
      sums[cause] = sum
    }
    return sums.map { cause, sum in
      SampleReport.ContendedLock(
        process: cause.process,
        waiter: cause.waiter,
        holder: cause.holder,
        activity: cause.activity,
        evidence: sum.evidence.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key.name,
        count: UInt64(sum.times.count),
        total: sum.times.reduce(0, +),
        longest: sum.times.max() ?? 0,
        waitingThreads: sum.waiting.count,
        holdingThreads: sum.holding.count,
        locks: sum.addresses.count
      )
    }.sorted {
      ($0.total, $0.count, $1.waiter ?? "", $1.holder ?? "", $1.activity ?? "")
        > ($1.total, $1.count, $0.waiter ?? "", $0.holder ?? "", $0.activity ?? "")
    }
  }
}
