import Katana

/// How a navigator runs.
public struct NavigatorConfiguration: Sendable {
  /// Time limit of a step: below zero is zero, and a hundred years or more is forever.
  public var stepTimeout: Duration

  /// The clock that measures it.
  public var clock: any Clock<Duration>

  /// Called with the navigator's events; by default prints errors that no request gets to stderr.
  public var onEvent: @MainActor @Sendable (NavigatorEvent) -> Void {
    didSet { tellsSteps = true }
  }
  /// Whether successful steps are reported.
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
    StoreConfiguration.printWarning("\(error)")
  }
}

/// An event of a navigator.
public enum NavigatorEvent: Equatable, Sendable {
  /// A step was done; the route is the one after it.
  case performed(NavigationStep, route: Route)
  /// The screens could not follow the state, or the state the screens: no request gets this error.
  case failed(NavigatorError)
}
