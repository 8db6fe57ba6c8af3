import Foundation
import NativeViews

/// The view of a container with a bar: calls its controller when the children are to be placed.
class BarContainerView: NativeView {
  final var onLayout: () -> Void = {}

  override func layoutSubviews() { onLayout() }
}
