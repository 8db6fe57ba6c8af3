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
    /// Frame in the parent.
    public var frame = CGRect.zero
    /// Distinguishes it from siblings of the same type; layouts find it by this key.
    public var key: String?
    /// Opacity, from 0 to 1.
    public var alpha: CGFloat = 1
    /// The children.
    public var children: NodeChildren = []
    /// The colour behind the children.
    public var backgroundColor = Color.clear
    /// Radius of the corners.
    public var cornerRadius: Value = .zero
    /// Width of the border, inside the bounds.
    public var borderWidth: Value = .zero
    /// Colour of the border, inside the bounds.
    public var borderColor = Color.clear
    /// Whether children show and take touches only within the bounds.
    public var clipsToBounds = false
    /// Whether the box and its content take touches.
    public var isUserInteractionEnabled = true

    /// Makes the default props.
    public init() {}
  }

  /// The view that shows it.
  public typealias NativeView = NativeViews.NativeView

  /// The props.
  public var props: Props

  /// Makes a description from props.
  public init(props: Props) { self.props = props }

  /// Applies the props to the view.
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
