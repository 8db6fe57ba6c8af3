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
/// Handlers are those of the newest props when an event comes; so a button whose handlers alone are new isn't updated.
///
/// Source: docs/semantics/elements.md, E4.
public struct Button: NodeDescriptionWithoutChildren {
  /// Props of a button.
  public struct Props: NodeDescriptionProps, Buildable {
    /// Place in the parent.
    public var frame = CGRect.zero
    /// The name that tells it from siblings of the same type, and by which layouts find it.
    public var key: String?
    /// Opacity, from 0 to 1.
    public var alpha: CGFloat = 1
    /// The colour behind title and image.
    public var backgroundColor = Color.clear
    /// Radius of the corners.
    public var cornerRadius: Value = .zero
    /// Width of the line within the bounds.
    public var borderWidth: Value = .zero
    /// Colour of the line within the bounds.
    public var borderColor = Color.clear
    /// Whether nothing is shown outside of the bounds.
    public var clipsToBounds = true
    /// Whether it can be used.
    public var isEnabled = true
    /// Whether it is the chosen one.
    public var isSelected = false
    /// Distances from the edges of the bounds, within which title and image stand.
    public var contentEdgeInsets: EdgeInsets = .zero
    /// Distances from where the title would stand.
    public var titleEdgeInsets: EdgeInsets = .zero
    /// Distances from where the image would stand.
    public var imageEdgeInsets: EdgeInsets = .zero
    /// Whether images are darker while it is touched, if there are none for that state.
    public var adjustsImageWhenHighlighted = true
    /// Whether images are fainter while it can't be used, if there are none for that state.
    public var adjustsImageWhenDisabled = true
    /// Whether it is brighter while it is touched.
    public var showsTouchWhenHighlighted = false
    /// Titles by state.
    public var titles: [ControlState: String] = [:]
    /// Colours of titles by state; without any, black or white, whichever differs more from the background.
    public var titleColors: [ControlState: Color] = [:]
    /// Colours of the shadows of titles by state; of attributed titles there are none.
    public var titleShadowColors: [ControlState: Color] = [:]
    /// Distance of the shadow from the title, in points.
    public var titleShadowOffset = CGSize(width: 0, height: 1)
    /// The font of titles.
    public var titleFont = TextFont(.systemFont(ofSize: 18))
    /// Images by state, which stand to the left of the title.
    public var images: [ControlState: BitmapImage] = [:]
    /// Whether images have their size in the reference, so that they grow with the layout.
    public var scalesImages = false
    /// Images by state that fill the bounds, behind all else.
    public var backgroundImages: [ControlState: BitmapImage] = [:]
    /// Titles with fonts and colours of their own by state; where there is one, it takes precedence.
    public var attributedTitles: [ControlState: AttributedText] = [:]
    /// Handlers by the events that they handle.
    public var touchHandlers: HandlerTable<TouchHandlerEvent> = [:]
    /// Distances from the edges within which it isn't touched; negative ones make the area larger.
    public var hitTestInsets: HitTestInsets = .zero
    /// The name that is read out, where it isn't the title.
    public var accessibilityLabel: String?

    /// Makes the default props.
    public init() {}

    /// Whether both look the same: all but the handlers are equal.
    ///
    /// Part by part, for to compare copies with the same handlers takes longer.
    func looksSame(as other: Props) -> Bool {
      hasSameBox(as: other) && key == other.key && isEnabled == other.isEnabled
        && isSelected == other.isSelected && titles == other.titles
        && titleColors == other.titleColors && accessibilityLabel == other.accessibilityLabel
        && titleFont == other.titleFont && hasSameDetails(as: other)
    }

    private func hasSameDetails(as other: Props) -> Bool {
      contentEdgeInsets == other.contentEdgeInsets && titleEdgeInsets == other.titleEdgeInsets
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

  /// Makes a description of props.
  public init(props: Props) { self.props = props }

  /// Makes the view.
  public static func makeNativeView() -> NativeButton { NativeButton() }

  /// Whether anything but the handlers differs, which are asked for when an event comes.
  public static func shouldUpdate(
    currentProps: Props,
    nextProps: Props,
    currentState: EmptyState,
    nextState: EmptyState
  ) -> Bool {
    !nextProps.looksSame(as: currentProps)
      || !nextProps.touchHandlers.handlesSameEvents(as: currentProps.touchHandlers)
  }

  /// Gives the view what the props say.
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
    view.show(ButtonContent(props) { $0.scale(multiplier) })
  }

  /// Title and image within the insets, measured as the backend draws them.
  public func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)? {
    ButtonMeasuring(props: props, measurer: measurer)
  }
}

extension Button.Props: BoxProps {}
