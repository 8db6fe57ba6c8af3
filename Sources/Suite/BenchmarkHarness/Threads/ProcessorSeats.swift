import CMachine
import Synchronization

/// The processors that threads of a ``ThreadTeam`` start a sample on: no two on the same.
///
/// The system may leave two threads that it wakes on one processor for some of its time slices, of milliseconds each, while
/// another is idle. They take turns there then and never meet: a lock that two threads fight for took 5 ns instead
/// of 20, sample after sample, in one run of nine on a machine with two processors. Where they don't collide,
/// the system's choice stands, which knows of caches and neighbours; once a sample runs, it may move them as it likes,
/// and so are the threads that they start free of any choice made here.
final class ProcessorSeats: Sendable {
  private final class Seat: Sendable {
    let processor: Int32
    /// The last sample that a thread took it for.
    let sample = Atomic(0)

    init(_ processor: Int) { self.processor = Int32(processor) }
  }

  private let seats: [Seat]

  /// Finds the processors that the calling thread may run on; `nil` where that is too few, or there is one thread only.
  init?(threads: Int) {
    guard threads > 1 else { return nil }
    let processors = ProcessorAffinity.current.processors
    guard processors.count >= threads else { return nil }
    seats = processors.map(Seat.init)
  }

  /// Takes a processor for the calling thread: that which it runs on, or if another thread has taken it, one that is left.
  ///
  /// - Parameter sample: The number of the sample, from 1 and ascending.
  /// - Complexity: A call of the system's library where it has a processor of its own; otherwise O(processors) and three calls of
  ///   the kernel.
  func take(for sample: Int) {
    let current = cmachine_processor()
    if let own = seats.first(where: { $0.processor == current }), Self.claim(own, sample) { return }
    // Where the system no longer lets it go there, it stays: a sample that is worse, not wrong.
    if let free = seats.first(where: { Self.claim($0, sample) }) {
      _ = cmachine_move_to(free.processor)
    }
  }

  private static func claim(_ seat: Seat, _ sample: Int) -> Bool {
    let last = seat.sample.load(ordering: .relaxed)
    // Only one of those that saw the same sample there takes it.
    return last != sample
      && seat.sample.compareExchange(expected: last, desired: sample, ordering: .relaxed).exchanged
  }
}
