public import Plastic

/// A description that places its children by Plastic.
///
/// The layout runs after the children's descriptions are made and before their nodes update, in the frame of the props. It writes the
/// frames of the children whose keys are ``NodeDescription/Keys``, including those in the props of other children. Keys have raw values of
/// type `String`, or adopt `CaseIterable` or `LosslessStringConvertible`; other keys cause a diagnosis, and the layout doesn't run.
///
/// Source: docs/semantics/ui.md, U1; docs/semantics/layout.md, P9, P10.
public protocol PlasticNodeDescription: NodeDescription {
  /// Places the children.
  ///
  /// - Throws: What is wrong; the children then keep the frames of their props.
  static func layout(
    views: ViewsContainer<Keys>,
    props: PropsType,
    state: StateType
  ) throws

  /// A hash of everything that ``layout(views:props:state:)`` reads of the props and the state, by which frames are cached; `nil` lays out
  /// each time.
  ///
  /// Source: docs/semantics/layout.md, P12.
  static func layoutHash(props: PropsType, state: StateType) -> Int?
}

extension PlasticNodeDescription {
  /// None: the layout runs each time.
  @inlinable
  public static func layoutHash(props: PropsType, state: StateType) -> Int? { nil }
}
