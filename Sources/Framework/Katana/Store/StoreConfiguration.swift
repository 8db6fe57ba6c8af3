import Glibc

/// How a store runs.
public struct StoreConfiguration: Sendable {
  /// Where updaters run.
  public var updates: UpdateExecution

  /// How many items may wait, at least one; `nil` for any number.
  public var queueCapacity: Int? {
    didSet { Self.checkCapacity(queueCapacity) }
  }

  /// The policy for an updater that finds the queue full.
  public var queuePolicy: QueuePolicy

  /// How the store records what it handles from its first item on; `nil` for not at all.
  public var recording: RecordingOptions?

  /// Called with the error of an item whose handle was thrown away without being asked for it.
  ///
  /// On any thread; not called for `CancellationError`. By default the error is printed to stderr.
  public var onUnobservedError: @Sendable (any Error, any Dispatchable) -> Void

  /// Called when the store blocks the thread of a task, the first time.
  ///
  /// On that thread, before it is blocked. By default a warning is printed to stderr.
  public var onBlockedTask: @Sendable (BlockedTask) -> Void

  /// Makes a configuration.
  public init(
    updates: UpdateExecution = .inPlace(),
    queueCapacity: Int? = nil,
    queuePolicy: QueuePolicy = .wait,
    recording: RecordingOptions? = nil,
    onUnobservedError: @escaping @Sendable (any Error, any Dispatchable) -> Void = {
      StoreConfiguration.printError($0, $1)
    },
    onBlockedTask: @escaping @Sendable (BlockedTask) -> Void = {
      StoreConfiguration.printBlockedTask($0)
    }
  ) {
    Self.checkCapacity(queueCapacity)
    self.updates = updates
    self.queueCapacity = queueCapacity
    self.queuePolicy = queuePolicy
    self.recording = recording
    self.onUnobservedError = onUnobservedError
    self.onBlockedTask = onBlockedTask
  }

  private static func checkCapacity(_ capacity: Int?) {
    guard let capacity, capacity < 1 else { return }
    // Not a precondition, whose text is left out of optimized programs.
    fatalError("queueCapacity is \(capacity), so that nothing may wait; give 1 or more, or nil")
  }

  /// Prints an error and the item that it belongs to, to stderr.
  public static func printError(_ error: any Error, _ item: any Dispatchable) {
    printWarning("\(item.debugDescription): rejected and nobody asked why: \(error)")
  }

  /// Prints which task the store blocks, to stderr.
  public static func printBlockedTask(_ task: BlockedTask) {
    printWarning("\(task)")
  }

  /// Prints what is wrong with a log's file, to stderr.
  public static func printLogProblem(_ problem: StoreLogError) {
    printWarning("\(problem)")
  }

  static func printWarning(_ text: String) {
    let line = "warning: \(text)\n"
    // SAFETY: the pointer is not kept.
    _ = unsafe Array(line.utf8).withUnsafeBytes {
      unsafe write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
  }
}

/// Where a store runs its updaters.
public enum UpdateExecution: Sendable {
  /// On the thread that dispatches, if the store becomes idle soon; on the thread that is at it, if not.
  ///
  /// A thread that finds the store busy waits for it as for a lock, but not for longer than `patience`;
  /// then its item is queued and the dispatch returns. So threads that dispatch faster than their updates
  /// can be applied are slowed down instead of filling the queue, and a slow updater holds each of the
  /// others up once and not for longer than that: behind it the next items are queued at once. Nobody
  /// waits who is called by a store, as listeners and interceptors are. With a `patience` of zero no
  /// dispatch ever waits.
  ///
  /// A thread that has handled its own item goes on with those of others that were queued meanwhile:
  /// at most `drainLimit` of them, and none that it would begin later than `drainDuration` after
  /// its first, as the kernel's coarse clock tells it, whose ticks are 1 to 10 ms apart. What then
  /// waits still is handled by the next thread that dispatches, or on the global dispatch queue,
  /// whichever comes first. An item that runs is not interrupted, so that a dispatch takes as long
  /// as the patience, its own item, the duration, and one more item; with a `drainLimit` of 0 and no
  /// patience only as its own item.
  ///
  /// What an item's own updater, listeners and interceptors dispatch on the same thread belongs to
  /// it: where no other thread dispatches, all of that is handled when the dispatch returns.
  case inPlace(
    drainLimit: Int = 1024,
    drainDuration: Duration = .milliseconds(1),
    patience: Duration = .milliseconds(5)
  )

  /// Never on the dispatching thread: on this executor.
  case executor(any StoreExecutor)
}

/// The policy for an updater that finds the queue full.
public enum QueuePolicy: Sendable {
  /// The dispatching thread waits until there is room.
  ///
  /// Never done where nobody else would make room: to a dispatch from the store's own listeners,
  /// interceptors or updaters, to one on the queue of its `DispatchQueueExecutor`, and before the store is ready; these are queued over the capacity
  /// instead. A task should use `suspendingDispatch(_:)`, which doesn't block the task's thread;
  /// the first that doesn't is reported to `StoreConfiguration.onBlockedTask`.
  case wait

  /// The updater is skipped: its handle throws `StoreError.queueFull`, which never counts as an
  /// unobserved error.
  case dropNewest

  /// The updater is rejected with `StoreError.queueFull`.
  case reject
}
