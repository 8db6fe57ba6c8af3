import Foundation
import NativeViews

/// A text that is made smaller where it is too wide, and placed in the middle between top and bottom.
struct TextFitting: Equatable {
  var block: TextBlock
  /// Whether a text of one line gets a smaller font where it is too wide.
  var adjustsFontSizeToFitWidth = false
  /// The smallest share of the font's size that it gets.
  var minimumScaleFactor: CGFloat = 1

  /// The text with the fonts that it has room with, and its lines' rectangle, whose place is rounded to pixels.
  func placed(
    in room: CGRect,
    displayScale: CGFloat,
    measurer: any TextMeasuring
  ) -> (block: TextBlock, rect: CGRect) {
    guard room.size.width > 0, room.size.height > 0 else { return (block, room) }
    let block = fitted(to: room.size.width, measurer)
    let height = min(measurer.size(of: block, width: room.size.width).height, room.size.height)
    let top = room.origin.y + (room.size.height - height) / 2
    let rect = CGRect(
      x: room.origin.x,
      y: (top * displayScale).rounded() / displayScale,
      width: room.size.width,
      height: height
    )
    return (block, rect)
  }

  private func fitted(to width: CGFloat, _ measurer: any TextMeasuring) -> TextBlock {
    guard adjustsFontSizeToFitWidth, block.maximumLines == 1 else { return block }
    var fitted = block
    var factor: CGFloat = 1
    // The width of a text isn't quite proportional to the size of its font.
    for _ in 0..<3 {
      let needed = measurer.size(of: fitted, width: .infinity).width
      guard needed > width, factor > minimumScaleFactor else { break }
      factor = max(factor * width / needed, minimumScaleFactor)
      fitted.font.size = block.font.size * factor
      fitted.text = block.text.scalingFonts(by: factor)
    }
    return fitted
  }
}
