import Foundation
import NativeViews
import NativeViewsCairo

/// A view that shows a text.
final class TextView: NativeView {
  var text = TextBlock("", font: .systemFont(ofSize: 13)) { didSet { setNeedsDisplay() } }

  override func draw(into list: inout DisplayList) { list.draw(text, in: bounds) }
}

/// Rows of labels that Cairo paints.
@MainActor
final class LabelScene {
  nonisolated static let columns = 10
  nonisolated static let labelSize = CGSize(width: 80, height: 20)

  let backend: CairoBackend
  let tree: ViewTree
  let labels: [TextView]

  init(labels count: Int) throws {
    backend = try CairoBackend()
    tree = ViewTree(size: Self.size(count), backend: backend)
    tree.root.backgroundColor = .white
    labels = (0..<count).map { index in
      let label = TextView()
      label.frame = CGRect(origin: Self.origin(index), size: Self.labelSize)
      label.text.text = Self.text(index)
      return label
    }
    for label in labels { tree.root.append(label) }
    tree.flush()
  }

  nonisolated static func text(_ index: Int) -> AttributedText {
    AttributedText(string: "Label \(index)")
  }

  nonisolated static func origin(_ index: Int) -> CGPoint {
    CGPoint(
      x: Double(index % columns) * labelSize.width,
      y: Double(index / columns) * labelSize.height
    )
  }

  nonisolated static func size(_ count: Int) -> CGSize {
    CGSize(
      width: Double(columns) * labelSize.width,
      height: Double(count / columns) * labelSize.height
    )
  }
}
