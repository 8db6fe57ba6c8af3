import Glibc

/// How a navigator runs.
public struct NavigatorConfiguration: Sendable {
  /// Time that a step may take: less than zero is none, and a hundred years or more is for ever.
  public var stepTimeout: Duration

  /// The clock that measures it.
  public var clock: any Clock<Duration>

  /// Called with what the navigator does; by default errors that no request gets are printed to stderr.
  public var onEvent: @MainActor @Sendable (NavigatorEvent) -> Void {
    didSet { tellsSteps = true }
  }
  /// Whether anybody wants to know of steps that have gone well.
  private(set) var tellsSteps: Bool

  /// Makes a configuration.
  public init(
    stepTimeout: Duration = .seconds(3),
    clock: any Clock<Duration> = ContinuousClock(),
    onEvent: (@MainActor @Sendable (NavigatorEvent) -> Void)? = nil
  ) {
    self.stepTimeout = stepTimeout
    self.clock = clock
    self.onEvent = onEvent ?? { Self.printError($0) }
    tellsSteps = onEvent != nil
  }

  /// Prints an error that no request gets to stderr, and nothing else.
  public static func printError(_ event: NavigatorEvent) {
    guard case .failed(let error) = event else { return }
    let line = "warning: \(error)\n"
    // SAFETY: the bytes outlive the call, which only reads them.
    _ = unsafe Array(line.utf8).withUnsafeBytes {
      unsafe write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
  }
}

/// Event of a navigator's work.
public enum NavigatorEvent: Equatable, Sendable {
  /// A step was carried out; the route is the one after it.
  case performed(NavigationStep, route: Route)
  /// The screens could not follow the state, or the state the screens: no request gets this error.
  case failed(NavigatorError)
}
