import Katana

/// Keeps jobs until the row runs them; everything on the main thread.
final class LaterExecutor: StoreExecutor {
  // SAFETY: as for `Calls`: the store of each row tells its listeners on the main thread.
  private nonisolated(unsafe) var jobs: [@Sendable () -> Void] = []

  func execute(_ job: @escaping @Sendable () -> Void) { unsafe jobs.append(job) }

  /// Runs the jobs that wait.
  func runAll() {
    let jobs = unsafe jobs
    unsafe self.jobs.removeAll(keepingCapacity: true)
    for job in jobs { job() }
  }
}
