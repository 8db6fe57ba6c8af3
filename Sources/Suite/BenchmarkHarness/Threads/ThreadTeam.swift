import Glibc
import SuiteErrors
import Synchronization

/// Threads that wait between samples and run their shares of a sample at the same time.
///
/// Waking a sleeping thread takes tens of microseconds, so a sample starts when the last thread is awake and ends when the last is done;
/// the threads themselves take both times. They start a sample spread evenly over the processors available to the thread that creates the
/// team; after that the system moves them freely.
public final class ThreadTeam: Sendable {
  /// The number of threads.
  public let threadCount: Int

  private let rendezvous: ThreadRendezvous
  private let threads: [pthread_t]
  private let isStopped = Atomic(false)

  /// Starts the threads; they sleep until the first sample.
  ///
  /// - Parameters:
  ///   - threads: The number of threads; fewer than 1 end the program.
  ///   - share: The work of a thread in a sample; it gets its index, from 0, and its number of iterations.
  /// - Throws: ``ThreadTeamError`` if the system gives no more threads.
  public init(
    threads: Int,
    share: @escaping @Sendable (_ thread: Int, _ iterations: Int) -> Void
  ) throws(ThreadTeamError) {
    // No precondition, here and below: optimized programs, such as benchmarks, omit its text.
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
  /// Divides the iterations as evenly as possible; the first threads take the remainder. Allows one caller at a time, and none after
  /// ``stop()``.
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
  /// Further calls do nothing.
  public func stop() {
    guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
    Self.stop(threads, rendezvous: rendezvous)
  }

  private static func stop(_ threads: [pthread_t], rendezvous: ThreadRendezvous) {
    rendezvous.endWorkers()
    for thread in threads { pthread_join(thread, nil) }
  }
}

/// A thread for a body, outside any pool.
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
