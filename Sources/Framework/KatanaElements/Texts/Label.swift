public import Foundation
public import KatanaUI
public import NativeViews
public import Plastic

/// A text.
///
///     Label(props: .build {
///       $0.text = "Count: \(props.count)"
///       $0.font = .boldSystem(48)   // 48 in the reference size
///     })
///
/// Source: docs/semantics/elements.md, E2.
public struct Label: NodeDescriptionWithoutChildren {
  /// Props of a label.
  public struct Props: NodeDescriptionProps, Buildable {
    /// Frame in the parent.
    public var frame = CGRect.zero
    /// Distinguishes it from siblings of the same type; layouts find it by this key.
    public var key: String?
    /// Opacity, from 0 to 1.
    public var alpha: CGFloat = 1
    /// The colour behind the text.
    public var backgroundColor = Color.clear
    /// Radius of the corners.
    public var cornerRadius: Value = .zero
    /// Width of the border, inside the bounds.
    public var borderWidth: Value = .zero
    /// Colour of the border, inside the bounds.
    public var borderColor = Color.clear
    /// Whether content is clipped to the bounds.
    public var clipsToBounds = true
    /// Whether the label takes touches.
    public var isUserInteractionEnabled = false
    /// The text, whose parts may have their own fonts and colours.
    public var text: AttributedText?
    /// The font of parts without one.
    public var font = TextFont(.systemFont(ofSize: 17))
    /// The colour of parts without one.
    public var textColor = Color.black
    /// The horizontal placement of lines.
    public var textAlignment: TextBlock.Alignment = .left
    /// The treatment of lines that are too long.
    public var lineBreakMode: TextBlock.LineBreak = .byClipping
    /// The maximum number of lines; 0 for no limit.
    public var numberOfLines = 1
    /// Whether a one-line text that is too wide gets a smaller font.
    public var adjustsFontSizeToFitWidth = true
    /// The smallest fraction of the font's size for that.
    public var minimumScaleFactor: CGFloat = 0.1

    /// Makes the default props.
    public init() {}
  }

  /// The view that shows it.
  public typealias NativeView = LabelView

  /// The props.
  public var props: Props

  /// Makes a description from props.
  public init(props: Props) { self.props = props }

  /// Makes the view.
  public static func makeNativeView() -> LabelView { LabelView() }

  /// Applies the props to the view.
  public static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: LabelView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    let multiplier = node.plasticMultiplier
    view.show(props, multiplier: multiplier)
    view.isUserInteractionEnabled = props.isUserInteractionEnabled
    let scale = { (value: Value) in value.scale(multiplier) }
    view.fitting = TextFitting(
      block: TextBlock(
        props.font.resolved(props.text ?? "", scale),
        font: props.font.resolved(scale),
        color: props.textColor,
        alignment: props.textAlignment,
        lineBreak: props.lineBreakMode,
        maximumLines: max(props.numberOfLines, 0)
      ),
      adjustsFontSizeToFitWidth: props.adjustsFontSizeToFitWidth,
      minimumScaleFactor: props.minimumScaleFactor
    )
  }

  /// The text, measured as the backend draws it.
  public func layoutContent(measurer: any TextMeasuring) -> (any SizeMeasuring)? {
    LabelContent(
      text: props.text ?? "",
      font: props.font,
      lineBreak: props.lineBreakMode,
      maximumLines: max(props.numberOfLines, 0),
      measurer: measurer
    )
  }
}

extension Label.Props: BoxProps {}

extension NodeDescriptionProps where Self == Label.Props {
  /// The text as a string: `$0.text = name`, with the attributes of the label.
  ///
  /// Not in the structure, next to ``Label/Props/text``: of both, the compiler prefers this one for a string.
  public var text: String? {
    get { (text as AttributedText?)?.string }
    set {
      let attributed = newValue.map { AttributedText(string: $0) }
      text = attributed
    }
  }
}
