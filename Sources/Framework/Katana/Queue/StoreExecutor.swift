public import Dispatch

/// Where a store runs updaters or calls listeners.
///
/// The jobs of one executor must run one after the other, in the order of submission.
///
/// Source: docs/semantics/store.md, K23.
public protocol StoreExecutor: Sendable {
  /// Runs a job, now or later, and returns without waiting for anything else.
  func execute(_ job: @escaping @Sendable () -> Void)

  /// Whether the calling thread runs one of its jobs, or would have to return before the next job runs.
  ///
  /// Such a thread doesn't wait for room in a bounded queue (`QueuePolicy.wait`): nobody else would make it.
  var isCurrent: Bool { get }
}

extension StoreExecutor {
  /// False: the calling thread is another one.
  public var isCurrent: Bool { false }
}

extension StoreExecutor {
  /// A listener whose calls are jobs of this executor; the listener itself where they run at once, for then a job does nothing but call it.
  @inlinable
  @inline(__always)
  func calling<Value: Sendable>(
    _ listener: @escaping @Sendable (Value, Value) -> Void
  ) -> @Sendable (Value, Value) -> Void {
    if self is ImmediateExecutor { return listener }
    return { old, new in execute { listener(old, new) } }
  }
}

/// Runs each job at once, on the submitting thread.
public struct ImmediateExecutor: StoreExecutor {
  /// Makes the executor.
  public init() {}

  /// Runs the job before it returns.
  public func execute(_ job: @escaping @Sendable () -> Void) { job() }
}

extension StoreExecutor where Self == ImmediateExecutor {
  /// Runs each job at once, on the submitting thread.
  public static var immediate: ImmediateExecutor { ImmediateExecutor() }
}

/// Runs jobs on a dispatch queue.
///
/// The main queue works only in programs that run it: on Linux, a command-line program that awaits in its `main` does; one that blocks
/// there does not.
public struct DispatchQueueExecutor: StoreExecutor {
  private let queue: DispatchQueue
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// Makes an executor of a queue, which must be serial.
  public init(_ queue: DispatchQueue) {
    self.queue = queue
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(queue))
  }

  /// Whether the calling thread is the queue's.
  public var isCurrent: Bool {
    DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(queue)
  }

  /// Puts the job into the queue.
  public func execute(_ job: @escaping @Sendable () -> Void) {
    queue.async(execute: job)
  }
}

extension StoreExecutor where Self == DispatchQueueExecutor {
  /// Runs jobs on a queue, which must be serial.
  public static func queue(_ queue: DispatchQueue) -> DispatchQueueExecutor {
    DispatchQueueExecutor(queue)
  }
}
