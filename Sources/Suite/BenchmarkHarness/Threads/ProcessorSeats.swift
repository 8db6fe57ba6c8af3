import CMachine
import Synchronization

/// The processors that threads of a ``ThreadTeam`` start a sample on: as few threads on each as possible, so never two on one if there are
/// enough processors.
///
/// The system may leave threads that it wakes together on one processor for some of its time slices, of milliseconds each, while another is
/// idle. Then they take turns and never meet. On a machine with two processors, a lock that two threads contend for took 5 ns instead of
/// 20, sample after sample, in one run of nine; with four threads, in one of thirty.
///
/// Unless they are too many on a processor, the system's choice stands, because it knows caches and neighbours. Once a sample runs, the
/// system may move them, and threads that they start are not bound by this choice.
final class ProcessorSeats: Sendable {
  private final class Seat: Sendable {
    let processor: Int32
    /// The last sample that a thread took it for.
    let sample = Atomic(0)

    init(_ processor: Int) { self.processor = Int32(processor) }
  }

  /// The seats that are all taken in each sample: equally many on each processor.
  private let first: [Seat]
  /// One more seat on each processor, for the remaining threads.
  private let last: [Seat]

  /// Finds the processors that the calling thread may run on; `nil` if there is only one, or one thread.
  init?(threads: Int) {
    let processors = ProcessorAffinity.current.processors
    guard threads > 1, processors.count > 1 else { return nil }
    first = (0..<(threads / processors.count)).flatMap { _ in processors.map(Seat.init) }
    last = processors.map(Seat.init)
  }

  /// Takes a place for the calling thread: on its current processor, or on another if others have taken the places there.
  ///
  /// - Parameter sample: The number of the sample, from 1 and ascending.
  /// - Complexity: O(threads + processors), with one C library call if it has a place on its current processor; otherwise with three system
  ///   calls.
  func take(for sample: Int) {
    let current = cmachine_processor()
    for seats in [first, last] {
      if seats.contains(where: { $0.processor == current && Self.claim($0, sample) }) { return }
      // If the system no longer allows that processor, the thread stays: a sample that is worse, not wrong.
      if let free = seats.first(where: { Self.claim($0, sample) }) {
        _ = cmachine_move_to(free.processor)
        return
      }
    }
  }

  private static func claim(_ seat: Seat, _ sample: Int) -> Bool {
    let last = seat.sample.load(ordering: .relaxed)
    // Only one of the threads that saw the same sample there takes it.
    return last != sample
      && seat.sample.compareExchange(expected: last, desired: sample, ordering: .relaxed).exchanged
  }
}
