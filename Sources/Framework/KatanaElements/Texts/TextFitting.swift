import Foundation
import NativeViews

/// A text that shrinks if it is too wide, vertically centred.
struct TextFitting: Equatable {
  var block: TextBlock
  /// Whether a one-line text that is too wide gets a smaller font.
  var adjustsFontSizeToFitWidth = false
  /// The smallest fraction of the font's size for that.
  var minimumScaleFactor: CGFloat = 1

  /// The text with fonts that fit, and the rectangle of its lines, rounded to the pixels of a view's display.
  @MainActor
  func placed(in room: CGRect, on view: NativeView) -> (block: TextBlock, rect: CGRect) {
    guard room.size.width > 0, room.size.height > 0 else { return (block, room) }
    let measurer = view.textMeasurer
    let block = fitted(to: room.size.width, measurer)
    let height = min(measurer.size(of: block, width: room.size.width).height, room.size.height)
    let top = room.origin.y + (room.size.height - height) / 2
    let rect = CGRect(
      x: room.origin.x,
      y: view.edge(at: top),
      width: room.size.width,
      height: height
    )
    return (block, rect)
  }

  private func fitted(to width: CGFloat, _ measurer: any TextMeasuring) -> TextBlock {
    guard adjustsFontSizeToFitWidth, block.maximumLines == 1 else { return block }
    var fitted = block
    var factor: CGFloat = 1
    // A text's width isn't quite proportional to its font size.
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
