import Foundation
import NativeViews

/// A change of views that is under way; whatever comes next ends it first.
@MainActor
final class RunningTransition {
  private var end: (() -> Void)?
  private var views: [NativeView] = []

  init(_ end: @escaping () -> Void) { self.end = end }

  /// Keeps input from views until the end; one that has ended already, as where nothing is animated, keeps none.
  ///
  /// - Parameters:
  ///   - views: The views.
  ///   - endsTouches: Whether pointers that are down on them are taken away.
  func keepInput(from views: [NativeView], endsTouches: Bool = true) {
    guard end != nil else { return }
    self.views += views
    for view in views { view.beginTransition(endsTouches: endsTouches) }
  }

  /// Brings everything to where it will be; once.
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
  /// Ends what moves the view from its place, or changes its opacity.
  final func settle() {
    immediately {
      alpha = alpha
      transform = .identity
    }
  }

  /// Sets properties without an animation.
  final func immediately(_ changes: () -> Void) {
    if let tree { tree.withoutAnimation(changes) } else { changes() }
  }
}
