import Dispatch
import Glibc
import Synchronization

/// The one thread that set-ups, checks and tear-downs run on where they may suspend.
///
/// It is started with the first of them and stays until the process ends. The pool of Dispatch would start as
/// many threads as the load of the machine suggests, for one hook too: each allocates, so that counts of a
/// process would differ from those of another that does the same, and stays for seconds beside what is
/// measured. What such a hook awaits runs here as well, one after the other; tasks without a parent
/// (`Task { }`) are the pool's.
final class HookExecutor: TaskExecutor {
  /// Room for jobs that wait: where an array had to grow would depend on how two threads meet.
  private static let usualJobs = 64

  private static let started = Result { () throws(ThreadTeamError) in try HookExecutor() }

  private let jobs: Mutex<[UnownedJob]>
  private let count = DispatchSemaphore(value: 0)

  /// The executor of this process, whose thread runs.
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
