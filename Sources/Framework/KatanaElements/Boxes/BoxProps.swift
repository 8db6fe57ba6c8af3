import Foundation
import KatanaUI
import NativeViews
import Plastic

protocol BoxProps: NodeDescriptionProps {
  var backgroundColor: Color { get }
  var cornerRadius: Value { get }
  var borderWidth: Value { get }
  var borderColor: Color { get }
  var clipsToBounds: Bool { get }
}

extension BoxProps {
  /// Whether both are the same box, whatever its content.
  func hasSameBox(as other: Self) -> Bool {
    frame == other.frame && alpha == other.alpha && backgroundColor == other.backgroundColor
      && cornerRadius == other.cornerRadius && borderWidth == other.borderWidth
      && borderColor == other.borderColor && clipsToBounds == other.clipsToBounds
  }
}

extension NativeView {
  /// Applies a box's appearance to the view, with scaled radius and border.
  func show(_ box: some BoxProps, multiplier: CGFloat) {
    frame = box.frame
    alpha = box.alpha
    backgroundColor = box.backgroundColor
    cornerRadius = max(box.cornerRadius.scale(multiplier), 0)
    borderWidth = max(box.borderWidth.scale(multiplier), 0)
    borderColor = box.borderColor
    clipsToBounds = box.clipsToBounds
  }
}
