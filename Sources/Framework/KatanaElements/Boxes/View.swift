public import Foundation
public import KatanaUI
public import NativeViews
public import Plastic

/// A box with children.
///
/// Source: docs/semantics/elements.md, E1.
public struct View: NodeDescriptionWithChildren {
  /// Props of a box.
  public struct Props: NodeDescriptionProps, Childrenable, Buildable {
    /// Place in the parent.
    public var frame = CGRect.zero
    /// The name that tells it from siblings of the same type, and by which layouts find it.
    public var key: String?
    /// Opacity, from 0 to 1.
    public var alpha: CGFloat = 1
    /// The children.
    public var children: NodeChildren = []
    /// The colour behind the children.
    public var backgroundColor = Color.clear
    /// Radius of the corners.
    public var cornerRadius: Value = .zero
    /// Width of the line within the bounds.
    public var borderWidth: Value = .zero
    /// Colour of the line within the bounds.
    public var borderColor = Color.clear
    /// Whether children are shown and touched within the bounds only.
    public var clipsToBounds = false
    /// Whether the box and what is in it takes touches.
    public var isUserInteractionEnabled = true

    /// Makes the default props.
    public init() {}
  }

  /// The view that shows it.
  public typealias NativeView = NativeViews.NativeView

  /// The props.
  public var props: Props

  /// Makes a description of props.
  public init(props: Props) { self.props = props }

  /// Gives the view what the props say.
  public static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.show(props, multiplier: node.plasticMultiplier)
    view.isUserInteractionEnabled = props.isUserInteractionEnabled
  }
}

extension View.Props: BoxProps {}
