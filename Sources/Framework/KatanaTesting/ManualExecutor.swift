public import Katana

/// Runs jobs when it is told to, on the thread that tells it.
///
///     let executor = ManualExecutor()
///     let store = Store<AppState, AppDependencies>(
///       configuration: StoreConfiguration(updates: .executor(executor))
///     )
///     store.dispatch(Increment())
///     executor.runAll()
///
/// Isolation: jobs may be handed over on any thread; one thread at a time may run them.
public final class ManualExecutor: StoreExecutor {
  private let jobs = OrderedMutex<[@Sendable () -> Void]>([])

  /// Makes an executor without jobs.
  public init() {}

  /// How many jobs wait.
  public var jobCount: Int { jobs.withLock { $0.count } }

  /// Keeps a job until it is told to run it.
  public func execute(_ job: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(job) }
  }

  /// Runs the job that has waited longest; returns whether there was one.
  @discardableResult
  public func runNext() -> Bool {
    // Outside of the lock, because a job may hand over another.
    let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let job else { return false }
    job()
    return true
  }

  /// Runs jobs, those included that are handed over meanwhile, until none waits.
  public func runAll() {
    while runNext() {}
  }
}
