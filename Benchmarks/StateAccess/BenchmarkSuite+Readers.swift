import BenchmarkHarness
import Katana
import StoreWorkloads
import Synchronization

extension BenchmarkSuite {
  /// Each thread does its share of the operations; each copy is checked for being whole, and for not
  /// being older than the one before.
  ///
  /// ```
  /// writer ────▶ store ────▶ reader 1
  /// (or none)           ...
  ///                     └───▶ reader n
  /// ```
  mutating func addReaders(_ count: Int, hasWriter: Bool) {
    addRow("read", readers: count, hasWriter: hasWriter, peers: ["mutex-read"]) {
      BenchmarkStore<CheckedState>()
    }
    addRow("mutex-read", readers: count, hasWriter: hasWriter, kind: .peer) {
      MutexCell<CheckedState>()
    }
  }

  private mutating func addRow<Subject: SharedState>(
    _ name: String,
    readers: Int,
    hasWriter: Bool,
    kind: BenchmarkKind = .ours,
    peers: [String] = [],
    make: @escaping @Sendable () -> Subject
  ) {
    add(
      Benchmark(
        name,
        parameters: ["readers": readers, "writers": hasWriter ? 1 : 0],
        kind: kind,
        floors: peers,
        threads: readers + (hasWriter ? 1 : 0)
      ) {
        let subject = make()
        let tally = AccessTally()
        let team = try ThreadTeam(threads: readers + (hasWriter ? 1 : 0)) { thread, share in
          if thread == 0, hasWriter {
            subject.write(share)
            tally.written.add(share, ordering: .relaxed)
          } else {
            tally.faults.add(subject.read(share), ordering: .relaxed)
            tally.read.add(share, ordering: .relaxed)
          }
        }
        return BenchmarkBody(
          team: team,
          verify: { iterations in
            let written = tally.written.load(ordering: .relaxed)
            let read = tally.read.load(ordering: .relaxed)
            let faults = tally.faults.load(ordering: .relaxed)
            try VerificationError.check("torn or older copies", found: faults, expected: 0)
            let applied = subject.current.sum
            try VerificationError.check("updates", found: applied, expected: written)
            try VerificationError.check("accesses", found: read + written, expected: iterations)
          }
        )
      }
    )
  }
}

/// The sum of what a row's threads have done.
private final class AccessTally: Sendable {
  let written = Atomic<Int>(0)
  let read = Atomic<Int>(0)
  let faults = Atomic<Int>(0)
}

/// Something that holds the state and may be used by several threads.
private protocol SharedState: Sendable {
  var current: CheckedState { get }
  func write(_ count: Int)
}

extension SharedState {
  /// Reads so often; returns how many copies were torn or older than the one before.
  func read(_ count: Int) -> Int {
    var faults = 0
    var last = 0
    for _ in 0..<count {
      let count = current.count
      if count < last { faults += 1 }
      last = max(last, count)
    }
    return faults
  }
}

extension BenchmarkStore<CheckedState>: SharedState {
  fileprivate var current: CheckedState { state }
  fileprivate func write(_ count: Int) {
    for index in 0..<count { dispatch(Touch<CheckedState>(index: index)) }
  }
}

extension MutexCell<CheckedState>: SharedState {
  fileprivate var current: CheckedState { snapshot() }
  fileprivate func write(_ count: Int) {
    touchEach(count)
  }
}
