public import Foundation
public import NativeViews

/// Shows a text in one style, as used in the bars of containers: one line of it, unless told otherwise.
public final class TitleLabel: NativeView {
  /// The characters.
  public var text = "" {
    didSet {
      guard text != oldValue else { return }
      setNeedsDisplay()
      didChange(.accessibility)
    }
  }
  /// The typeface.
  public var font = Font.systemFont(ofSize: 17) {
    didSet { if font != oldValue { setNeedsDisplay() } }
  }
  /// The colour of the characters; until it is set, the one of the environment.
  public var textColor: Color {
    get { ownColor ?? defaultColor(barColors) }
    set {
      guard newValue != ownColor else { return }
      ownColor = newValue
      setNeedsDisplay()
    }
  }
  private var ownColor: Color?
  var defaultColor: (BarColors) -> Color = \.title
  /// Horizontal placement of lines.
  public var alignment = TextBlock.Alignment.center {
    didSet { if alignment != oldValue { setNeedsDisplay() } }
  }

  /// The most lines that are shown, truncated at the end; 0 for as many as the text needs.
  public var maximumLines = 1 {
    didSet { if maximumLines != oldValue { setNeedsDisplay() } }
  }

  /// Makes a label.
  public init(_ text: String = "") {
    self.text = text
    super.init()
  }

  private var block: TextBlock {
    var block = TextBlock(AttributedText(string: text))
    (block.font, block.color, block.alignment) = (font, textColor, alignment)
    block.maximumLines = maximumLines
    block.lineBreak = maximumLines == 1 ? .byTruncatingTail : .byWordWrapping
    return block
  }

  /// Size of the text on one line, measured as the view shows it.
  public var textSize: CGSize { textSize(inWidth: .infinity) }

  /// Size of the text in lines of a width, measured as the view shows it.
  public func textSize(inWidth width: CGFloat) -> CGSize {
    textMeasurer.size(of: block, width: width)
  }

  public override func draw(into list: inout DisplayList) {
    guard !text.isEmpty else { return }
    let height = textSize(inWidth: bounds.width).height
    let place = CGRect(
      x: 0,
      y: edge(at: (bounds.height - height) / 2),
      width: bounds.width,
      height: height
    )
    list.draw(block, in: place)
  }

  public override var accessibility: Accessibility { Accessibility(role: .label, label: text) }
}
