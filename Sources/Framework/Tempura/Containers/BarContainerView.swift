import Foundation
import NativeViews

/// The view of a container with a bar: calls its controller when the children are to be placed.
final class BarContainerView: NativeView {
  var onLayout: () -> Void = {}
  var onKey: (KeyEvent) -> Bool = { _ in false }

  override func layoutSubviews() { onLayout() }
  override func key(_ event: KeyEvent) -> Bool { onKey(event) }
}
