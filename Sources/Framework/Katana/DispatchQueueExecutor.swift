public import Dispatch

/// Runs jobs on a dispatch queue.
///
/// The main queue serves only programs that run it: on Linux, a command-line program that awaits in
/// its `main` does, one that blocks there does not.
public struct DispatchQueueExecutor: StoreExecutor {
  private let queue: DispatchQueue

  /// Makes an executor of a queue, which must be serial.
  public init(_ queue: DispatchQueue) {
    self.queue = queue
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
