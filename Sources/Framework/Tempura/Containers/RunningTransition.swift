import Foundation
import NativeViews

/// A change of views that is under way; whatever comes next ends it first.
@MainActor
final class RunningTransition {
  private var end: (() -> Void)?

  init(_ end: @escaping () -> Void) { self.end = end }

  /// Brings everything to where it will be; once.
  func finish() { end.take()?() }
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
