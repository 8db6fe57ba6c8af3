import Dispatch

/// Where a store runs updaters or tells listeners.
///
/// Jobs of one executor must run one after the other, in the order in which they were handed over.
///
/// Source: SEMANTICS.md, K23.
public protocol StoreExecutor: Sendable {
  /// Runs a job, now or later, and returns without waiting for what others do.
  func execute(_ job: @escaping @Sendable () -> Void)
}

/// Runs each job at once, on the thread that hands it over.
public struct ImmediateExecutor: StoreExecutor {
  /// Makes the executor.
  public init() {}

  /// Runs the job before it returns.
  public func execute(_ job: @escaping @Sendable () -> Void) { job() }
}

extension StoreExecutor where Self == ImmediateExecutor {
  /// Runs each job at once, on the thread that hands it over.
  public static var immediate: ImmediateExecutor { ImmediateExecutor() }
}
