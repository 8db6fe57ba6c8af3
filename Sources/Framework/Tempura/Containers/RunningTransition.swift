import Foundation
import NativeViews

/// A running change of views; the next change ends it first.
@MainActor
final class RunningTransition {
  private var end: (() -> Void)?
  private var views: [NativeView] = []

  init(_ end: @escaping () -> Void) { self.end = end }

  /// Blocks input to views until the end.
  ///
  /// - Parameters:
  ///   - views: The views.
  ///   - endsTouches: Whether to cancel pointers that are down on them.
  func keepInput(from views: [NativeView], endsTouches: Bool = true) {
    self.views += views
    for view in views { view.beginTransition(endsTouches: endsTouches) }
  }

  /// Moves everything to its end state; once.
  func finish() {
    giveInputBack()
    end.take()?()
  }

  /// Leaves the end to another transition.
  func handOver() {
    giveInputBack()
    end = nil
  }

  private func giveInputBack() {
    for view in views { view.endTransition() }
    views = []
  }
}

extension NativeView {
  /// Ends animations of the view's position and opacity.
  final func settle() {
    withoutAnimation {
      alpha = alpha
      transform = .identity
    }
  }
}
