/// What a router tells of its work.
public enum RouterEvent: Equatable, Sendable {
  /// A step was carried out.
  case performed(RouteStep)
  /// What a destination leads to got another context of it.
  case updated(Destination)
  /// Something went wrong; the state and what is shown may differ until the next change.
  case failed(RouterError)
}
