import Foundation
import NativeViews

/// The view of a container with a bar: asks its controller to place the children.
class BarContainerView: NativeView {
  final var onLayout: () -> Void = {}

  override func layoutSubviews() { onLayout() }
}
