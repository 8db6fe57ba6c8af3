import Foundation
import NativeViews
import NativeViewsCairo
import TempuraTesting

/// The contents of a screen: a bar with a title, and rows with a square, a title, a detail and a line below.
struct ListContents {
  static let rowHeight = 44.0
  static let titleSize = 17.0
  static let detailSize = 12.0

  let size: CGSize
  let texts: [String]
  let isDark: Bool

  init(_ environment: SnapshotEnvironment) {
    size = environment.size
    isDark = environment.appearance == .dark
    let words = ["en": ("Row", "seen"), "de": ("Zeile", "gesehen"), "fr": ("Ligne", "vue")]
    let (row, seen) = words[environment.locale] ?? ("", "")
    texts = (0..<Int(size.height / Self.rowHeight)).flatMap { index in
      ["\(row) \(index + 1)", "\(row.lowercased()), \(seen) \(index * 7 % 31)"]
    }
  }

  var rowCount: Int { texts.count / 2 }
  var background: Color { isDark ? .black : .white }
  var foreground: Color { isDark ? .white : .black }
  let line = Color(white: 0.5)
  let square = Color(red: 1, green: 0, blue: 0)

  func squareFrame(_ row: Int) -> CGRect {
    CGRect(x: 8, y: Double(row) * Self.rowHeight + 6, width: 32, height: 32)
  }

  func titleFrame(_ row: Int) -> CGRect {
    CGRect(x: 48, y: Double(row) * Self.rowHeight + 2, width: size.width - 56, height: 24)
  }

  func detailFrame(_ row: Int) -> CGRect {
    CGRect(x: 48, y: Double(row) * Self.rowHeight + 25, width: size.width - 56, height: 16)
  }

  func lineFrame(_ row: Int) -> CGRect {
    CGRect(x: 48, y: Double(row + 1) * Self.rowHeight - 1, width: size.width - 48, height: 1)
  }
}

/// A view that shows a text.
final class TextView: NativeView {
  private let block: TextBlock

  init(_ text: String, size: Double, color: Color, frame: CGRect) {
    block = TextBlock(
      AttributedText(string: text),
      font: .systemFont(ofSize: size),
      color: color
    )
    super.init()
    self.frame = frame
  }

  override func draw(into list: inout DisplayList) { list.draw(block, in: bounds) }
}

extension ListContents {
  /// The screen as views.
  @MainActor
  func makeView() -> NativeView {
    let screen = NativeView()
    screen.backgroundColor = background
    for row in 0..<rowCount {
      let box = NativeView()
      box.frame = squareFrame(row)
      box.backgroundColor = square
      screen.append(box)
      screen.append(
        TextView(texts[row * 2], size: Self.titleSize, color: foreground, frame: titleFrame(row))
      )
      screen.append(
        TextView(texts[row * 2 + 1], size: Self.detailSize, color: line, frame: detailFrame(row))
      )
      let rule = NativeView()
      rule.frame = lineFrame(row)
      rule.backgroundColor = line
      screen.append(rule)
    }
    return screen
  }
}

/// The views' picture.
@MainActor
func pixels(_ environment: SnapshotEnvironment) throws -> [UInt32] {
  let view = ListContents(environment).makeView()
  view.frame.size = environment.size
  return try CairoRenderer(displayScale: environment.scale).pixels(of: view).argb
}
