/// What a step of a router does.
public enum RouteStepKind: Sendable {
  /// One destination comes.
  case push
  /// One destination goes.
  case pop
  /// Several come or go at once.
  case change
  /// Those that stay get another order.
  case reorder
  /// Another destination becomes the active one, or none is.
  case activate

  var traceName: StaticString {
    switch self {
    case .push: "push"
    case .pop: "pop"
    case .change: "change"
    case .reorder: "reorder"
    case .activate: "activate"
    }
  }
}
