import Foundation
import NativeViews
import Plastic

/// A label's text, as a layout measures it.
struct LabelContent: SizeMeasuring {
  let text: AttributedText
  let font: TextFont
  let lineBreak: TextBlock.LineBreak
  let maximumLines: Int
  /// Not compared: cached layouts belong to a display, which measures texts in one way.
  let measurer: any TextMeasuring

  func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize {
    let block = TextBlock(
      font.resolved(text, scale),
      font: font.resolved(scale),
      lineBreak: lineBreak,
      maximumLines: maximumLines
    )
    let size = measurer.size(of: block, width: limit.width)
    return CGSize(width: min(size.width, limit.width), height: min(size.height, limit.height))
  }

  static func == (left: LabelContent, right: LabelContent) -> Bool {
    left.text == right.text && left.font == right.font && left.lineBreak == right.lineBreak
      && left.maximumLines == right.maximumLines
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(font)
    hasher.combine(maximumLines)
  }
}
