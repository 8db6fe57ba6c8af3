public import Foundation
public import KatanaUI
public import NativeViews
public import Plastic

/// An image.
///
/// An image that a backend can't decode causes a diagnosis; its frame stays empty, and the rest is shown.
///
/// Source: docs/semantics/elements.md, E3.
public struct Image: NodeDescriptionWithoutChildren {
  /// Props of an image.
  public struct Props: NodeDescriptionProps, Buildable {
    /// Frame in the parent.
    public var frame = CGRect.zero
    /// Distinguishes it from siblings of the same type; layouts find it by this key.
    public var key: String?
    /// Opacity, from 0 to 1.
    public var alpha: CGFloat = 1
    /// The colour behind the image.
    public var backgroundColor = Color.clear
    /// Radius of the background's corners.
    public var cornerRadius: Value = .zero
    /// Width of the border, inside the bounds.
    public var borderWidth: Value = .zero
    /// Colour of the border, inside the bounds.
    public var borderColor = Color.clear
    /// Whether content is clipped to the bounds.
    public var clipsToBounds = true
    /// Whether the image takes touches.
    public var isUserInteractionEnabled = false
    /// The image.
    public var image: BitmapImage?
    /// A single colour to draw the image in; clear for its own colours.
    public var tintColor = Color.clear
    /// How the image fits into a frame with another aspect ratio.
    public var contentMode = ImageContent.Mode.stretch
    /// The name that is read out.
    public var accessibilityLabel: String?

    /// Makes the default props.
    public init() {}
  }

  /// The view that shows it.
  public typealias NativeView = ImageView

  /// The props.
  public var props: Props

  /// Makes a description from props.
  public init(props: Props) { self.props = props }

  /// Makes the view.
  public static func makeNativeView() -> ImageView { ImageView() }

  /// Applies the props to the view.
  public static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: ImageView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.show(props, multiplier: node.plasticMultiplier)
    view.isUserInteractionEnabled = props.isUserInteractionEnabled
    view.image = props.image
    view.tintColor = props.tintColor
    view.contentMode = props.contentMode
    view.accessibilityLabel = props.accessibilityLabel
  }

  /// The image's size in the reference, so that it scales with the layout.
  public func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)? {
    props.image.map {
      ImageContent(size: .scalable($0.size.width, $0.size.height))
    }
  }
}

extension Image.Props: BoxProps {}
