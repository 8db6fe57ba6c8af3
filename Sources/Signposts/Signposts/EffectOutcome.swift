/// How a side effect has ended.
public enum EffectOutcome: Sendable {
  /// Its body returned.
  case success
  /// Its body threw.
  case failure
  /// Its body threw because it was cancelled.
  case cancelled

  var traceName: StaticString {
    switch self {
    case .success: "success"
    case .failure: "failure"
    case .cancelled: "cancelled"
    }
  }
}
