import Glibc

/// How a store runs.
public struct StoreConfiguration: Sendable {
  /// Where updaters run.
  public var updates: UpdateExecution

  /// How many items may wait; `nil` for any number.
  public var queueCapacity: Int?

  /// What happens to an updater that finds so many waiting.
  public var queuePolicy: QueuePolicy

  /// How the store records what it handles from its first item on; `nil` for not at all.
  public var recording: RecordingOptions?

  /// Called with the error of an item whose handle was thrown away without being asked for it.
  ///
  /// On any thread; not called for `CancellationError`. By default the error is printed to stderr.
  public var onUnobservedError: @Sendable (any Error, any Dispatchable) -> Void

  /// Makes a configuration.
  public init(
    updates: UpdateExecution = .inPlace(),
    queueCapacity: Int? = nil,
    queuePolicy: QueuePolicy = .wait,
    recording: RecordingOptions? = nil,
    onUnobservedError: @escaping @Sendable (any Error, any Dispatchable) -> Void = {
      StoreConfiguration.printError($0, $1)
    }
  ) {
    self.updates = updates
    self.queueCapacity = queueCapacity
    self.queuePolicy = queuePolicy
    self.recording = recording
    self.onUnobservedError = onUnobservedError
  }

  /// Prints an error and the item that it belongs to, to stderr.
  public static func printError(_ error: any Error, _ item: any Dispatchable) {
    let line = "warning: \(item.debugDescription): rejected and nobody asked why: \(error)\n"
    _ = Array(line.utf8).withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
