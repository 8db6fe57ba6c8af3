import Dispatch
import Glibc
import Synchronization

/// The meeting point of a ``ThreadTeam``'s threads, before and after their shares of a sample.
///
/// 1. The caller publishes the number of iterations and wakes every thread.
/// 2. Each thread takes a place on a processor that doesn't have too many of them yet (``ProcessorSeats``).
/// 3. It counts itself in. The last to arrive takes the start time and releases the rest, which spin: all are awake by then, so spinning
///    takes less time than sleeping.
/// 4. Each thread runs its share and counts itself out. The last takes the end time and wakes the
///    caller.
///
/// The semaphores only put threads to sleep. The atomics order what one thread writes for another: `round` from the caller to the threads
/// and between them, `finished` back to the caller.
final class ThreadRendezvous: Sendable {
  private let threadCount: Int
  private let share: @Sendable (Int, Int) -> Void

  private let seats: ProcessorSeats?
  private let wakeUps: [DispatchSemaphore]
  private let allDone = DispatchSemaphore(value: 0)

  private let isEnding = Atomic(false)
  private let iterations = Atomic(0)
  private let arrived = Atomic(0)
  private let finished = Atomic(0)
  /// The number of the released sample.
  private let round = Atomic(0)

  private let startWall = Atomic<UInt64>(0)
  private let startCPU = Atomic<UInt64>(0)
  private let endWall = Atomic<UInt64>(0)
  private let endCPU = Atomic<UInt64>(0)

  init(threadCount: Int, share: @escaping @Sendable (Int, Int) -> Void) {
    self.threadCount = threadCount
    self.share = share
    self.seats = ProcessorSeats(threads: threadCount)
    self.wakeUps = (0..<threadCount).map { _ in DispatchSemaphore(value: 0) }
  }

  /// Runs a sample; one caller at a time.
  func runSample(iterations count: Int) -> ClockReading {
    // No thread is past step 1 here: the last sample is over and the next has not been announced.
    arrived.store(0, ordering: .relaxed)
    finished.store(0, ordering: .relaxed)
    iterations.store(count, ordering: .releasing)
    for wakeUp in wakeUps { wakeUp.signal() }
    allDone.wait()
    let done = finished.load(ordering: .acquiring)
    precondition(done == threadCount, "\(done) of \(threadCount) threads are done")
    return ClockReading(
      wall: endWall.load(ordering: .relaxed) - startWall.load(ordering: .relaxed),
      cpu: endCPU.load(ordering: .relaxed) - startCPU.load(ordering: .relaxed)
    )
  }

  /// Lets every thread leave ``work(as:)``.
  func endWorkers() {
    isEnding.store(true, ordering: .releasing)
    for wakeUp in wakeUps { wakeUp.signal() }
  }

  /// Runs the shares of one thread, sample after sample, until the end.
  func work(as index: Int) {
    var sample = 0
    while true {
      wakeUps[index].wait()
      if isEnding.load(ordering: .acquiring) { return }
      sample += 1
      seats?.take(for: sample)
      let count = iterations.load(ordering: .acquiring)
      let own = count / threadCount + (index < count % threadCount ? 1 : 0)

      if arrived.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == threadCount {
        startCPU.store(ClockReading.cpuNow(.process), ordering: .relaxed)
        startWall.store(ClockReading.wallNow(), ordering: .relaxed)
        round.store(sample, ordering: .releasing)
      } else {
        waitForRelease(of: sample)
      }

      share(index, own)

      if finished.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == threadCount {
        endWall.store(ClockReading.wallNow(), ordering: .relaxed)
        endCPU.store(ClockReading.cpuNow(.process), ordering: .relaxed)
        allDone.signal()
      }
    }
  }

  /// Spins until a sample is released.
  ///
  /// With more threads than cores, the awaited thread may need this core, so it is yielded after a short while.
  private func waitForRelease(of sample: Int) {
    var spins = 0
    while round.load(ordering: .acquiring) != sample {
      spins += 1
      if spins.isMultiple(of: 128) { sched_yield() }
    }
  }
}
