/// How a step of a router has ended.
public enum RouteStepOutcome: Sendable {
  /// All of it has happened.
  case success
  /// The routable that was asked threw.
  case failure
  /// The routable that was asked did not answer in time.
  case timeout
  /// It has happened, but what a destination leads to is missing or of a wrong type.
  case incomplete
  /// Nobody could be asked, because the parent is not shown.
  case unrealized

  var traceName: StaticString {
    switch self {
    case .success: "success"
    case .failure: "failure"
    case .timeout: "timeout"
    case .incomplete: "incomplete"
    case .unrealized: "unrealized"
    }
  }
}
