public import Foundation
public import NativeViews

/// Shows a text in one style, as used in the bars of containers.
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
  /// The colour of the characters.
  public var textColor = Color.black {
    didSet { if textColor != oldValue { setNeedsDisplay() } }
  }
  /// Horizontal placement of lines.
  public var alignment = TextBlock.Alignment.center {
    didSet { if alignment != oldValue { setNeedsDisplay() } }
  }

  /// Makes a label.
  public init(_ text: String = "") {
    self.text = text
    super.init()
  }

  private var block: TextBlock {
    var block = TextBlock(AttributedText(string: text))
    (block.font, block.color, block.alignment) = (font, textColor, alignment)
    block.maximumLines = 1
    block.lineBreak = .byTruncatingTail
    return block
  }

  /// Size of the text on one line, measured as the view shows it.
  public var textSize: CGSize {
    textMeasurer.size(of: block, width: .infinity)
  }

  public override func draw(into list: inout DisplayList) {
    guard !text.isEmpty else { return }
    let height = textSize.height
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
