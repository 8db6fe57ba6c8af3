import CMachine
import Synchronization

/// The processors that threads of a ``ThreadTeam`` start a sample on: as few on each as can be, and so never two on one where
/// there are as many as threads.
///
/// The system may leave threads that it wakes together on one processor for some of its time slices, of milliseconds each, while
/// another is idle. They take turns there then and never meet: a lock that two threads fight for took 5 ns instead
/// of 20, sample after sample, in one run of nine on a machine with two processors, and one that four fight for in one
/// of thirty. Where they are not too many, the system's choice stands, which knows of caches and neighbours; once a sample runs,
/// it may move them as it likes, and so are the threads that they start free of any choice made here.
final class ProcessorSeats: Sendable {
  private final class Seat: Sendable {
    let processor: Int32
    /// The last sample that a thread took it for.
    let sample = Atomic(0)

    init(_ processor: Int) { self.processor = Int32(processor) }
  }

  /// Those that are all taken in each sample: as many on each processor as every one of them has threads.
  private let first: [Seat]
  /// One more on each, for the threads that are left.
  private let last: [Seat]

  /// Finds the processors that the calling thread may run on; `nil` where there is one only, or one thread.
  init?(threads: Int) {
    let processors = ProcessorAffinity.current.processors
    guard threads > 1, processors.count > 1 else { return nil }
    first = (0..<(threads / processors.count)).flatMap { _ in processors.map(Seat.init) }
    last = processors.map(Seat.init)
  }

  /// Takes a place for the calling thread: on the processor which it runs on, or if others have taken those there, on another.
  ///
  /// - Parameter sample: The number of the sample, from 1 and ascending.
  /// - Complexity: O(threads + processors), with a call of the system's library where it has a place there; otherwise
  ///   with three calls of the kernel.
  func take(for sample: Int) {
    let current = cmachine_processor()
    for seats in [first, last] {
      if seats.contains(where: { $0.processor == current && Self.claim($0, sample) }) { return }
      // Where the system no longer lets it go there, it stays: a sample that is worse, not wrong.
      if let free = seats.first(where: { Self.claim($0, sample) }) {
        _ = cmachine_move_to(free.processor)
        return
      }
    }
  }

  private static func claim(_ seat: Seat, _ sample: Int) -> Bool {
    let last = seat.sample.load(ordering: .relaxed)
    // Only one of those that saw the same sample there takes it.
    return last != sample
      && seat.sample.compareExchange(expected: last, desired: sample, ordering: .relaxed).exchanged
  }
}
