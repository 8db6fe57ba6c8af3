public import Foundation
import NativeViews

/// Distances from the edges of a window or a view within which the system covers the content.
public struct SafeAreaInsets: Hashable, Sendable {
  /// From the upper edge.
  public var top: CGFloat
  /// From the left edge.
  public var left: CGFloat
  /// From the lower edge.
  public var bottom: CGFloat
  /// From the right edge.
  public var right: CGFloat

  /// No insets: nothing is covered.
  public static let zero = SafeAreaInsets()

  /// Makes insets from distances.
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
  /// The distances from the edges of the controller's view to the window's safe area.
  ///
  /// They follow from the frames as set: a moving view has the insets of its final place. Zero without a window.
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

  /// Notifies the controller and its descendants of changed insets, and lays out their views again.
  ///
  /// Called when the insets of the window change and when a view enters the window, since it may have been laid out for others.
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
