public import Foundation
public import KatanaUI
public import NativeViews
public import Plastic

/// Cells in columns; only visible ones have nodes.
///
/// Source: docs/semantics/elements.md, E8.
public struct Grid: NodeDescriptionWithoutChildren, NodeDescriptionWithRef {
  /// Props of a grid.
  public struct Props: NodeDescriptionPropsWithRef, Buildable {
    /// Frame in the parent.
    public var frame = CGRect.zero
    /// Distinguishes it from siblings of the same type; layouts find it by this key.
    public var key: String?
    /// Opacity, from 0 to 1.
    public var alpha: CGFloat = 1
    /// Describes the grid's content.
    public var delegate: any GridDelegate = EmptyGridDelegate()
    /// The number of columns, at least 1.
    public var columns = 2
    /// The height of cells; `nil` for the same as their width.
    public var rowHeight: Value?
    /// Distance between cells.
    public var spacing: Value = .zero
    /// The colour behind the cells.
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
      left.hasSameBox(as: right) && left.key == right.key && left.columns == right.columns
        && left.rowHeight == right.rowHeight && left.spacing == right.spacing
        && left.delegate.isEqual(to: right.delegate)
    }
  }

  /// The view that shows it.
  public typealias NativeView = NativeGrid

  /// The props.
  public var props: Props

  /// Makes a description from props.
  public init(props: Props) { self.props = props }

  /// Makes the view.
  public static func makeNativeView() -> NativeGrid { NativeGrid() }

  /// Applies the props to the view.
  public static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeGrid,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.show(props, multiplier: node.plasticMultiplier)
    view.show(props, of: node)
  }
}

extension Grid.Props: BoxProps {}
