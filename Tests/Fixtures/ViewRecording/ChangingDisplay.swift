package import Foundation
package import NativeViews

/// A display of which the number of pixels changes, and on which a character is as wide as its measurer says.
package final class ChangingDisplay: ViewBackend {
  /// Measures one line of characters that are as high as they are wide.
  package struct Measurer: TextMeasuring, Hashable {
    let advance: CGFloat

    package func size(of text: TextBlock, width: CGFloat) -> CGSize {
      CGSize(width: advance * CGFloat(text.text.string.count), height: advance)
    }
  }

  package nonisolated let measurer: any TextMeasuring
  package var displayScale: CGFloat { didSet { tree?.displayDidChange() } }
  /// Properties that were told of views that it knew.
  package private(set) var patches: [ViewProperties] = []
  package let clock = ManualFrameSource()
  package var frames: any FrameSource { clock }
  private weak var tree: ViewTree?

  package init(_ displayScale: CGFloat = 1, advance: CGFloat = 10) {
    (self.displayScale, measurer) = (displayScale, Measurer(advance: advance))
  }

  package func attach(to tree: ViewTree) { self.tree = tree }

  package func commit(_ changes: borrowing ViewChanges) {
    patches = changes.patched.map(\.changedProperties)
  }
}
