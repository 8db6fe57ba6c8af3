/// What goes and comes under one destination as one transition.
public struct RouteChange: Equatable, Sendable {
  /// What goes, in sibling order.
  public let popped: DestinationList
  /// What comes, in sibling order.
  public let pushed: DestinationList
  /// All children afterwards, in order.
  public let order: DestinationList
}
