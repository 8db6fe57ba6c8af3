/// What is dispatched after actions of a type.
public struct ActionLinks: Sendable {
  /// The type of the actions.
  public let source: any Action.Type
  /// What is dispatched then, in order.
  public let links: [any LinkeableAction.Type]

  /// Makes the links of a type of action.
  public init(source: any Action.Type, links: [any LinkeableAction.Type]) {
    self.source = source
    self.links = links
  }
}
