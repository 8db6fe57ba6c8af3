public import NativeViews

/// Shows a text.
public final class LabelView: NativeView {
  var fitting = TextFitting(block: TextBlock("")) {
    didSet {
      guard fitting != oldValue else { return }
      setNeedsDisplay()
      if fitting.block.text.string != oldValue.block.text.string { didChange(.accessibility) }
    }
  }

  /// The text that is shown.
  public var text: AttributedText { fitting.block.text }

  public override func draw(into list: inout DisplayList) {
    guard !text.string.isEmpty else { return }
    let (block, rect) = fitting.placed(in: bounds, on: self)
    list.draw(block, in: rect)
  }

  public override var accessibility: Accessibility {
    Accessibility(role: .label, label: text.string)
  }
}
