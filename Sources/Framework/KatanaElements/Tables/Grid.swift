public import Foundation
public import KatanaUI
public import NativeViews
public import Plastic

/// Cells in columns, of which those that are seen have nodes.
///
/// Source: docs/semantics/elements.md, E8.
public struct Grid: NodeDescription, NodeDescriptionWithRef {
  /// Props of a grid.
  public struct Props: NodeDescriptionPropsWithRef, Buildable {
    public var frame = CGRect.zero
    public var key: String?
    public var alpha: CGFloat = 1
    /// Says what is in the grid.
    public var delegate: any GridDelegate = EmptyGridDelegate()
    /// The number of columns, at least 1.
    public var columns = 2
    /// The height of cells; `nil` for as much as their width.
    public var rowHeight: Value?
    /// Distance between cells.
    public var spacing: Value = .zero
    /// The colour behind the cells.
    public var backgroundColor = Color.white
    /// Radius of the corners.
    public var cornerRadius: Value = .zero
    /// Width of the line within the bounds.
    public var borderWidth: Value = .zero
    /// Colour of the line within the bounds.
    public var borderColor = Color.clear
    /// Whether nothing is shown outside of the bounds.
    public var clipsToBounds = true
    /// Gets a reference after each update.
    public var refCallback: (@MainActor @Sendable (TableRef) -> Void)?

    public init() {}

    /// Whether both look the same and their delegates are equal.
    public static func == (left: Props, right: Props) -> Bool {
      left.box == right.box && left.key == right.key && left.columns == right.columns
        && left.rowHeight == right.rowHeight && left.spacing == right.spacing
        && left.delegate.isEqual(to: right.delegate)
    }
  }

  public typealias NativeView = NativeGrid

  public var props: Props

  public init(props: Props) { self.props = props }

  public static func makeNativeView() -> NativeGrid { NativeGrid() }

  public static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeGrid,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.show(props.box, multiplier: node.plasticMultiplier)
    view.show(props, of: node)
  }
}

extension Grid.Props {
  var box: BoxAppearance {
    BoxAppearance(
      frame: frame,
      alpha: alpha,
      backgroundColor: backgroundColor,
      cornerRadius: cornerRadius,
      borderWidth: borderWidth,
      borderColor: borderColor,
      clipsToBounds: clipsToBounds
    )
  }
}
