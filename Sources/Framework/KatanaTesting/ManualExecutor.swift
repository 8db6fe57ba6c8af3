public import Katana

/// Runs jobs on request, on the requesting thread.
///
///     let executor = ManualExecutor()
///     let store = Store<AppState, AppDependencies>(
///       configuration: StoreConfiguration(updates: .executor(executor))
///     )
///     store.dispatch(Increment())
///     executor.runAll()
///
/// Isolation: any thread may submit jobs; one thread at a time may run them.
public final class ManualExecutor: StoreExecutor {
  private let jobs = OrderedMutex<[@Sendable () -> Void]>([])

  /// Makes an executor without jobs.
  public init() {}

  /// The number of waiting jobs.
  public var jobCount: Int { jobs.withLock { $0.count } }

  /// Keeps a job until it is requested to run.
  public func execute(_ job: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(job) }
  }

  /// Runs the job that has waited longest; returns whether there was one.
  @discardableResult
  public func runNext() -> Bool {
    // Outside the lock, because a job may submit another.
    let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let job else { return false }
    job()
    return true
  }

  /// Runs jobs, including those submitted meanwhile, until none waits.
  public func runAll() {
    while runNext() {}
  }
}
