import Glibc

/// How a store runs.
public struct StoreConfiguration: Sendable {
  /// Where updaters run.
  public var updates: UpdateExecution

  /// How many items may wait, at least one; `nil` for any number.
  public var queueCapacity: Int? {
    didSet { Self.checkCapacity(queueCapacity) }
  }

  /// What happens to an updater that finds so many waiting.
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

  private static func printWarning(_ text: String) {
    let line = "warning: \(text)\n"
    // SAFETY: the pointer is not kept.
    _ = unsafe Array(line.utf8).withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
