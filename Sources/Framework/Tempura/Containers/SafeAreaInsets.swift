public import Foundation
import NativeViews

/// Distances from a window's edges, or a view's, within which something of the system covers what is shown.
public struct SafeAreaInsets: Hashable, Sendable {
  /// From the upper edge.
  public var top: CGFloat
  /// From the left edge.
  public var left: CGFloat
  /// From the lower edge.
  public var bottom: CGFloat
  /// From the right edge.
  public var right: CGFloat

  /// Nothing is covered.
  public static let zero = SafeAreaInsets()

  /// Makes insets of distances.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// The part of a rectangle that isn't covered.
  public func inset(_ rect: CGRect) -> CGRect {
    CGRect(
      x: rect.minX + left,
      y: rect.minY + top,
      width: max(0, rect.width - left - right),
      height: max(0, rect.height - top - bottom)
    )
  }
}

extension AnyViewController {
  /// The distances from the edges of the controller's view within which the window's safe area doesn't reach.
  ///
  /// Of the frames as they are set: views that move on the screen have those of their place at the end. None without a window.
  ///
  /// Complexity: O(depth).
  ///
  /// Source: docs/semantics/tempura.md, C5.
  public final var safeAreaInsets: SafeAreaInsets {
    guard let window, let view = viewIfLoaded else { return .zero }
    let insets = window.safeAreaInsets
    let frame = view.tree == nil || view === window.tree.root ? view.bounds : view.absoluteFrame
    let size = window.tree.root.frame.size
    return SafeAreaInsets(
      top: max(0, insets.top - frame.minY),
      left: max(0, insets.left - frame.minX),
      bottom: max(0, frame.maxY - (size.height - insets.bottom)),
      right: max(0, frame.maxX - (size.width - insets.right))
    )
  }

  /// Tells the controller, and those in it, of insets that have changed, and has their views laid out anew.
  ///
  /// Called where the insets of the window change and where a view enters the window: it may have been laid out for others.
  final func updateSafeArea() {
    let insets = safeAreaInsets
    if insets != knownSafeAreaInsets {
      knownSafeAreaInsets = insets
      viewSafeAreaInsetsDidChange()
      viewIfLoaded?.setNeedsLayout()
    }
    for child in children { child.updateSafeArea() }
  }
}
