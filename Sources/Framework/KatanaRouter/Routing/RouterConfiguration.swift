import Glibc

/// How a router runs.
public struct RouterConfiguration: Sendable {
  /// How long a step may take: less than zero is none, and a hundred years or more is for ever.
  public var stepTimeout: Duration

  /// The clock that measures it.
  public var clock: any Clock<Duration>

  /// How often what failed is tried once more, as long as the same is wanted there; at least 0.
  public var resynchronizations: Int

  /// Called with what the router does; by default errors are printed to stderr.
  public var onEvent: @MainActor @Sendable (RouterEvent) -> Void

  /// Makes a configuration.
  public init(
    stepTimeout: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock(),
    resynchronizations: Int = 1,
    onEvent: @escaping @MainActor @Sendable (RouterEvent) -> Void = {
      RouterConfiguration.printError($0)
    }
  ) {
    self.stepTimeout = stepTimeout
    self.clock = clock
    self.resynchronizations = resynchronizations
    self.onEvent = onEvent
  }

  /// Prints an error to stderr, and nothing else.
  public static func printError(_ event: RouterEvent) {
    guard case .failed(let error) = event else { return }
    let line = "warning: \(error)\n"
    // SAFETY: the bytes outlive the call, which only reads them.
    _ = Array(line.utf8).withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
