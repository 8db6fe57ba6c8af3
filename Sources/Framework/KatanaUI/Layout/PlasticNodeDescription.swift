public import Plastic

/// A description that places its children by Plastic.
///
/// The layout runs after the children's descriptions were made and before their nodes are updated, in the frame of the props,
/// and writes the frames of the children whose keys are ``NodeDescription/Keys``, also of those in children that
/// have children in their props. Keys are found by their raw values and descriptions; keys with associated values adopt
/// `CaseIterable` or `LosslessStringConvertible`.
///
/// Source: docs/semantics/ui.md, U1; docs/semantics/layout.md, P9, P10.
public protocol PlasticNodeDescription: NodeDescription {
  /// Places the children.
  ///
  /// - Throws: What is wrong; the children then stay where their props say.
  static func layout(
    views: ViewsContainer<Keys>,
    props: PropsType,
    state: StateType
  ) throws

  /// A hash of all that ``layout(views:props:state:)`` reads of the props and the state: with it frames that were found once
  /// are used again; `nil` lays out each time.
  ///
  /// Source: docs/semantics/layout.md, P12.
  static func layoutHash(props: PropsType, state: StateType) -> Int?
}

extension PlasticNodeDescription {
  /// None: the layout runs each time.
  @inlinable
  public static func layoutHash(props: PropsType, state: StateType) -> Int? { nil }
}
