import Foundation
import NativeViews

/// A view that draws a text.
final class TextView: NativeView {
  var text: String {
    didSet { setNeedsDisplay() }
  }

  init(_ text: String) {
    self.text = text
    super.init()
  }

  override func draw(into list: inout DisplayList) {
    list.draw(TextBlock(AttributedText(string: text)), in: bounds)
  }
}

/// Measures of the grid of texts: five columns, of which the window shows the first rows.
enum Grid {
  static let columns = 5
  static let width = 160
  static let height = 24
  static let window = CGSize(width: 800, height: 600)
}
