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

  /// How the store records what it handles from its first item on; `nil` for no recording.
  public var recording: RecordingOptions?

  /// Called with the error of an item whose handle was thrown away before anybody asked for the error.
  ///
  /// On any thread; not called for `CancellationError`. By default prints the error to stderr.
  public var onUnobservedError: @Sendable (any Error, any Dispatchable) -> Void

  /// Called the first time the store blocks a task's thread.
  ///
  /// On that thread, before it is blocked. By default prints a warning to stderr.
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
    // Not a precondition: optimized programs leave out its text.
    fatalError("queueCapacity is \(capacity), so that nothing may wait; give 1 or more, or nil")
  }

  /// Prints an error and its item to stderr.
  public static func printError(_ error: any Error, _ item: any Dispatchable) {
    printWarning("\(item.debugDescription): rejected and nobody asked why: \(error)")
  }

  /// Prints to stderr which task the store blocks.
  public static func printBlockedTask(_ task: BlockedTask) {
    printWarning("\(task)")
  }

  /// Prints to stderr what is wrong with a log's file.
  public static func printLogProblem(_ problem: StoreLogError) {
    printWarning("\(problem)")
  }

  package static func printWarning(_ text: String) {
    let line = "warning: \(text)\n"
    // SAFETY: the pointer is not kept.
    _ = unsafe Array(line.utf8).withUnsafeBytes {
      unsafe write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
  }
}

/// Where a store runs its updaters.
public enum UpdateExecution: Sendable {
  /// On the thread that dispatches, if the store becomes idle soon; else on the busy thread.
  ///
  /// A thread that finds the store busy waits for it as for a lock, but at most for `patience`; then its item is queued and the dispatch
  /// returns. So threads that dispatch faster than their updates can be applied are slowed down instead of filling the queue. A slow
  /// updater holds up each other thread once, for at most that time: behind it the next items are queued at once. Code that a store calls,
  /// such as listeners and interceptors, never waits. With a `patience` of zero no dispatch ever waits.
  ///
  /// A thread that has handled its own item continues with items that others queued meanwhile: at most `drainLimit`, and none that would
  /// begin later than `drainDuration` after its first, by the kernel's coarse clock, which ticks every 1 to 10 ms. The next thread that
  /// dispatches, or the global dispatch queue, handles the rest, whichever comes first. A running item is not interrupted, so a dispatch
  /// takes at most the patience, its own item, the duration, and one more item; with a `drainLimit` of 0 and no patience, only its own
  /// item.
  ///
  /// What an item's own updater, listeners and interceptors dispatch on the same thread belongs to it: if no other thread dispatches, all
  /// of that is handled when the dispatch returns.
  case inPlace(
    drainLimit: Int = 1024,
    drainDuration: Duration = .milliseconds(1),
    patience: Duration = .milliseconds(5)
  )

  /// On this executor, never on the dispatching thread.
  case executor(any StoreExecutor)
}

/// The policy for an updater that finds the queue full.
public enum QueuePolicy: Sendable {
  /// The dispatching thread waits until there is room.
  ///
  /// It doesn't wait if nobody else would make room: in the store's own listeners, interceptors or updaters, on the queue of its
  /// `DispatchQueueExecutor`, and before the store is ready. These items exceed the capacity instead. A task should use
  /// `suspendingDispatch(_:)`, which doesn't block the task's thread; the first task that doesn't is reported to
  /// `StoreConfiguration.onBlockedTask`.
  case wait

  /// The updater is skipped: its handle throws `StoreError.queueFull`, which never counts as an unobserved error.
  case dropNewest

  /// The updater is rejected with `StoreError.queueFull`.
  case reject
}
