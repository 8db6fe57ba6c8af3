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
    public var frame = CGRect.zero
    public var key: String?
    public var alpha: CGFloat = 1
    public var children: NodeChildren = []
    /// The colour behind the children.
    public var backgroundColor = Color.white
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

    public init() {}
  }

  public typealias NativeView = NativeViews.NativeView

  public var props: Props

  public init(props: Props) { self.props = props }

  public static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.show(props.box, multiplier: node.plasticMultiplier)
    view.isUserInteractionEnabled = props.isUserInteractionEnabled
  }
}

extension View.Props {
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
