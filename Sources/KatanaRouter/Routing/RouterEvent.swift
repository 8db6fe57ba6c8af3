/// What a router tells of its work.
public enum RouterEvent: Equatable, Sendable {
  /// A step was carried out.
  case performed(RouteStep)
  /// Something went wrong; the state and what is shown may differ until the next change.
  case failed(RouterError)
}
