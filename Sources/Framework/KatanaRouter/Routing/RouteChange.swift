/// What goes and comes under one destination as one transition.
public struct RouteChange: Equatable, Sendable {
  /// What goes, in sibling order.
  public let popped: DestinationList
  /// What comes, in sibling order.
  public let pushed: DestinationList
  /// All children after this change, in order; those of later steps aren't among them.
  public let order: DestinationList
}
