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
  /// Makes frame and opacity those that are set, at once.
  final func settle() {
    let (frame, alpha) = (frame, alpha)
    let set = {
      self.frame = frame
      self.alpha = alpha
    }
    if let tree { tree.withoutAnimation(set) } else { set() }
  }

  /// Sets properties without an animation.
  final func immediately(_ changes: () -> Void) {
    if let tree { tree.withoutAnimation(changes) } else { changes() }
  }
}
