import Glibc
import SuiteErrors
import Synchronization

/// Threads that wait between samples and run their shares of a sample at the same time.
///
/// ```
/// main     ──publish─┬─ sleeps ─────────────────────────────┬─ reads the times
/// thread 0   wakes ──┤ release ██████ share 0 ██████        │
/// thread 1   wakes ──┘ (all in) ██████ share 1 ████████ last┘
///                      ^ start                          ^ end
/// ```
/// Waking a sleeping thread takes tens of microseconds, so a sample starts when the last thread is
/// awake and ends when the last is done; both times are taken by the threads themselves. They start a sample spread evenly over the
/// processors that the thread which makes the team may run on; after that the system moves them as it likes.
public final class ThreadTeam: Sendable {
  /// How many threads there are.
  public let threadCount: Int

  private let rendezvous: ThreadRendezvous
  private let threads: [pthread_t]
  private let isStopped = Atomic(false)

  /// Starts the threads; they sleep until the first sample.
  ///
  /// - Parameters:
  ///   - threads: How many threads there shall be; fewer than 1 end the program.
  ///   - share: What a thread does in a sample; it gets its index, from 0, and how many iterations
  ///     are its own.
  /// - Throws: ``ThreadTeamError`` if the system gives no more threads.
  public init(
    threads: Int,
    share: @escaping @Sendable (_ thread: Int, _ iterations: Int) -> Void
  ) throws(ThreadTeamError) {
    // No precondition, here and below: its text is left out of optimized programs, which benchmarks are.
    guard threads >= 1 else { fatalError("a thread team: threads is \(threads), not at least 1") }
    let rendezvous = ThreadRendezvous(threadCount: threads, share: share)
    var started: [pthread_t] = []
    for index in 0..<threads {
      do throws(ThreadTeamError) {
        started.append(try SystemThread.start { rendezvous.work(as: index) })
      } catch {
        Self.stop(started, rendezvous: rendezvous)
        throw error
      }
    }
    self.threadCount = threads
    self.rendezvous = rendezvous
    self.threads = started
  }

  deinit {
    stop()
  }

  /// Runs one sample and waits for its end.
  ///
  /// The iterations are divided as evenly as can be; the first threads take what remains. Only one
  /// caller may be in here at a time, and none after ``stop()``.
  ///
  /// - Parameter iterations: How many iterations all threads run together, at least 0.
  /// - Returns: The time from the release of the threads until the last one was done.
  @discardableResult
  public func run(iterations: Int) -> Duration {
    .nanoseconds(Int64(measure(iterations: iterations).wall))
  }

  /// Runs one sample, and returns its times with the CPU time of the process.
  func measure(iterations: Int) -> ClockReading {
    guard iterations >= 0 else {
      fatalError("a thread team: iterations is \(iterations), not at least 0")
    }
    guard !isStopped.load(ordering: .acquiring) else { fatalError("a thread team: it is stopped") }
    return rendezvous.runSample(iterations: iterations)
  }

  /// Ends the threads and waits for them.
  ///
  /// Calling it again does nothing.
  public func stop() {
    guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Self.stop(threads, rendezvous: rendezvous)
  }

  private static func stop(_ threads: [pthread_t], rendezvous: ThreadRendezvous) {
    rendezvous.endWorkers()
    for thread in threads { pthread_join(thread, nil) }
  }
}

/// A thread of its own for a body, which no pool has.
enum SystemThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func start(_ body: @escaping @Sendable () -> Void) throws(ThreadTeamError) -> pthread_t {
    let work = unsafe Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    // SAFETY: the pointer carries one retain, which the new thread takes over; if there is no
    // thread, the retain is given back below.
    let code = unsafe pthread_create(&thread, nil, run, work.toOpaque())
    guard code == 0 else {
      unsafe work.release()
      throw ThreadTeamError(code: code, reason: SystemReason.text(code))
    }
    return thread
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    { pointer in
      guard let pointer = unsafe pointer else { return nil }
      // SAFETY: the pointer is the one that `start` made of a retained Work for this thread only.
      let work = unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
      work.body()
      return nil
    }
}

/// The system didn't start a thread.
public struct ThreadTeamError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The `errno` of `pthread_create`.
  public let code: Int32

  /// The meaning of the code.
  public let reason: String

  /// `<subject>: <problem>; <remedy>`.
  public var description: String {
    "thread team: cannot start a thread: \(reason) (\(code)); raise `ulimit -u` or use fewer threads"
  }
}
