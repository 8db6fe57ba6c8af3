public import Foundation
public import KatanaUI
public import NativeViews
public import Plastic

/// A button with a title, an image, or both.
///
///     Button(props: .build {
///       $0.titles[.normal] = "Increment"
///       $0.titleColors = [.highlighted: .red]
///       $0.touchHandlers = [.touchUpInside: { dispatch(IncrementCounter()) }]
///     })
///
/// An event calls the handlers of the newest props, so a button with only new handlers isn't updated.
///
/// Source: docs/semantics/elements.md, E4.
public struct Button: NodeDescriptionWithoutChildren {
  /// Places of title and image between left and right.
  public enum HorizontalAlignment: Hashable, Sendable, CaseIterable {
    case left
    case center
    case right
  }

  /// Places of title and image between top and bottom.
  public enum VerticalAlignment: Hashable, Sendable, CaseIterable {
    case top
    case center
    case bottom
  }

  /// Props of a button.
  public struct Props: NodeDescriptionProps, Buildable {
    /// Frame in the parent.
    public var frame = CGRect.zero
    /// Distinguishes it from siblings of the same type; layouts find it by this key.
    public var key: String?
    /// Opacity, from 0 to 1.
    public var alpha: CGFloat = 1
    /// The colour behind title and image.
    public var backgroundColor = Color.clear
    /// Radius of the corners.
    public var cornerRadius: Value = .zero
    /// Width of the border, inside the bounds.
    public var borderWidth: Value = .zero
    /// Colour of the border, inside the bounds.
    public var borderColor = Color.clear
    /// Whether content is clipped to the bounds.
    public var clipsToBounds = true
    /// Whether it is enabled.
    public var isEnabled = true
    /// Whether it is selected.
    public var isSelected = false
    /// Where title and image are between left and right.
    public var contentHorizontalAlignment = HorizontalAlignment.center
    /// Where title and image are between top and bottom.
    public var contentVerticalAlignment = VerticalAlignment.center
    /// Insets of the area for title and image from the bounds.
    public var contentEdgeInsets: EdgeInsets = .zero
    /// Insets that move the title from its place.
    public var titleEdgeInsets: EdgeInsets = .zero
    /// Insets that move the image from its place.
    public var imageEdgeInsets: EdgeInsets = .zero
    /// Whether images are darker during a touch, unless there are some for that state.
    public var adjustsImageWhenHighlighted = true
    /// Whether images are fainter while disabled, unless there are some for that state.
    public var adjustsImageWhenDisabled = true
    /// Whether it is brighter during a touch.
    public var showsTouchWhenHighlighted = false
    /// Titles by state.
    public var titles: [ControlState: String] = [:]
    /// Colours of titles by state; by default black or white, whichever contrasts more with the background.
    public var titleColors: [ControlState: Color] = [:]
    /// Colours of titles' shadows by state; attributed titles have none.
    public var titleShadowColors: [ControlState: Color] = [:]
    /// Distance of the shadow from the title, in points.
    public var titleShadowOffset = CGSize(width: 0, height: 1)
    /// The font of titles.
    public var titleFont = TextFont(.systemFont(ofSize: 18))
    /// Images by state, to the left of the title.
    public var images: [ControlState: BitmapImage] = [:]
    /// Whether images have their size in the reference, so that they scale with the layout.
    public var scalesImages = false
    /// Images by state that fill the bounds, behind everything else.
    public var backgroundImages: [ControlState: BitmapImage] = [:]
    /// Titles with their own fonts and colours by state; they take precedence.
    public var attributedTitles: [ControlState: AttributedText] = [:]
    /// Handlers by event.
    public var touchHandlers: HandlerTable<TouchHandlerEvent> = [:]
    /// Distances from the edges within which it can't be touched; negative ones enlarge the area.
    public var hitTestInsets: HitTestInsets = .zero
    /// The name that is read out, if it isn't the title.
    public var accessibilityLabel: String?

    /// Makes the default props.
    public init() {}

    /// Whether both look the same: everything but the handlers is equal.
    ///
    /// Property by property, since comparing copies with the same handlers takes longer.
    func looksSame(as other: Props) -> Bool {
      hasSameBox(as: other) && key == other.key && isEnabled == other.isEnabled
        && isSelected == other.isSelected && titles == other.titles
        && titleColors == other.titleColors && accessibilityLabel == other.accessibilityLabel
        && titleFont == other.titleFont && hasSameDetails(as: other)
    }

    private func hasSameDetails(as other: Props) -> Bool {
      contentHorizontalAlignment == other.contentHorizontalAlignment
        && contentVerticalAlignment == other.contentVerticalAlignment
        && contentEdgeInsets == other.contentEdgeInsets && titleEdgeInsets == other.titleEdgeInsets
        && imageEdgeInsets == other.imageEdgeInsets
        && adjustsImageWhenHighlighted == other.adjustsImageWhenHighlighted
        && adjustsImageWhenDisabled == other.adjustsImageWhenDisabled
        && showsTouchWhenHighlighted == other.showsTouchWhenHighlighted
        && titleShadowColors == other.titleShadowColors
        && titleShadowOffset == other.titleShadowOffset && images == other.images
        && scalesImages == other.scalesImages && backgroundImages == other.backgroundImages
        && attributedTitles == other.attributedTitles && hitTestInsets == other.hitTestInsets
    }
  }

  /// The view that shows it.
  public typealias NativeView = NativeButton

  /// The props.
  public var props: Props

  /// Makes a description from props.
  public init(props: Props) { self.props = props }

  /// Makes the view.
  public static func makeNativeView() -> NativeButton { NativeButton() }

  /// Whether anything but the handlers differs; events read those from the newest props.
  public static func shouldUpdate(
    currentProps: Props,
    nextProps: Props,
    currentState: EmptyState,
    nextState: EmptyState
  ) -> Bool {
    !nextProps.looksSame(as: currentProps)
      || !nextProps.touchHandlers.handlesSameEvents(as: currentProps.touchHandlers)
  }

  /// Applies the props to the view.
  public static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeButton,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    let multiplier = node.plasticMultiplier
    view.show(props, multiplier: multiplier)
    view.hitTestInsets = props.hitTestInsets
    view.node = node
    view.offerSecondaryClick(props.isEnabled && props.touchHandlers.handles(.secondaryClick))
    view.show(ButtonContent(props) { $0.scale(multiplier) })
  }

  /// Title and image within the insets, measured as the backend draws them.
  public func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)? {
    ButtonMeasuring(props: props, measurer: measurer)
  }
}

extension Button.Props: BoxProps {}
