import Dispatch
import Glibc
import Synchronization

/// The one thread that runs set-ups, checks and tear-downs that may suspend.
///
/// It starts with the first of them and stays until the process ends. Dispatch's pool would start as many threads as the machine's load
/// suggests, even for one hook. Each allocates, so the counts of equal processes would differ, and stays for seconds next to the
/// measurement. What a hook awaits runs here too, one job after the other; tasks without a parent (`Task { }`) run in the pool.
final class HookExecutor: TaskExecutor {
  /// Room for waiting jobs: whether an array grows would depend on how two threads meet.
  private static let usualJobs = 64

  private static let started = Result { () throws(ThreadTeamError) in try HookExecutor() }

  private let jobs: Mutex<[UnownedJob]>
  private let count = DispatchSemaphore(value: 0)

  /// The executor of this process, with a running thread.
  ///
  /// - Throws: ``ThreadTeamError`` if the system gives no more threads.
  static func shared() throws(ThreadTeamError) -> HookExecutor { try started.get() }

  private init() throws(ThreadTeamError) {
    var jobs: [UnownedJob] = []
    jobs.reserveCapacity(Self.usualJobs)
    self.jobs = Mutex(jobs)
    pthread_detach(try SystemThread.start { self.runJobs() })
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  private func runJobs() -> Never {
    let executor = unsafe asUnownedTaskExecutor()
    while true {
      count.wait()
      // A job is added before it is counted.
      let job = jobs.withLock { $0.removeFirst() }
      // SAFETY: the executor is as old as its thread, which never ends.
      unsafe job.runSynchronously(on: executor)
    }
  }
}
