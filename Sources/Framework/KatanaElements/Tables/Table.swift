public import Foundation
public import KatanaUI
public import NativeViews
public import Plastic

/// Rows in sections; only visible ones have nodes.
///
///     Table(props: .build {
///       $0.delegate = PostsDelegate(posts: props.posts)
///       $0.refCallback = { ref in keep(ref) }
///     })
///
/// Source: docs/semantics/elements.md, E7.
public struct Table: NodeDescriptionWithoutChildren, NodeDescriptionWithRef {
  /// Props of a table.
  public struct Props: NodeDescriptionPropsWithRef, Buildable {
    /// Frame in the parent.
    public var frame = CGRect.zero
    /// Distinguishes it from siblings of the same type; layouts find it by this key.
    public var key: String?
    /// Opacity, from 0 to 1.
    public var alpha: CGFloat = 1
    /// Describes the table's content.
    public var delegate: any TableDelegate = EmptyTableDelegate()
    /// The colour behind the rows.
    public var backgroundColor = Color.clear
    /// Radius of the corners.
    public var cornerRadius: Value = .zero
    /// Width of the border, inside the bounds.
    public var borderWidth: Value = .zero
    /// Colour of the border, inside the bounds.
    public var borderColor = Color.clear
    /// Whether content is clipped to the bounds.
    public var clipsToBounds = true
    /// Gets a reference after each update.
    public var refCallback: (@MainActor @Sendable (TableRef) -> Void)?

    /// Makes the default props.
    public init() {}

    /// Whether both look the same and their delegates are equal.
    public static func == (left: Props, right: Props) -> Bool {
      left.hasSameBox(as: right) && left.key == right.key
        && left.delegate.isEqual(to: right.delegate)
    }
  }

  /// The view that shows it.
  public typealias NativeView = NativeTable

  /// The props.
  public var props: Props

  /// Makes a description from props.
  public init(props: Props) { self.props = props }

  /// Makes the view.
  public static func makeNativeView() -> NativeTable { NativeTable() }

  /// Applies the props to the view.
  public static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeTable,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.show(props, multiplier: node.plasticMultiplier)
    view.show(props.delegate, of: node)
  }
}

extension Table.Props: BoxProps {}
