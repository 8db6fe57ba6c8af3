import Foundation
import KatanaUI
import NativeViews
import Plastic

/// The appearance that all elements have that are boxes.
struct BoxAppearance: Equatable {
  var frame: CGRect
  var alpha: CGFloat
  var backgroundColor: Color
  var cornerRadius: Value
  var borderWidth: Value
  var borderColor: Color
  var clipsToBounds: Bool
}

/// The props of an element that is a box.
protocol BoxProps: NodeDescriptionProps {
  var backgroundColor: Color { get }
  var cornerRadius: Value { get }
  var borderWidth: Value { get }
  var borderColor: Color { get }
  var clipsToBounds: Bool { get }
}

extension BoxProps {
  /// The part that other boxes have as well.
  var box: BoxAppearance {
    BoxAppearance(
      frame: frame,
      alpha: alpha,
      backgroundColor: backgroundColor,
      cornerRadius: cornerRadius,
      borderWidth: borderWidth,
      borderColor: borderColor,
      clipsToBounds: clipsToBounds
    )
  }
}

extension NativeView {
  /// Gives the view a box's appearance, with radius and border scaled.
  func show(_ box: BoxAppearance, multiplier: CGFloat) {
    frame = box.frame
    alpha = box.alpha
    backgroundColor = box.backgroundColor
    cornerRadius = max(box.cornerRadius.scale(multiplier), 0)
    borderWidth = max(box.borderWidth.scale(multiplier), 0)
    borderColor = box.borderColor
    clipsToBounds = box.clipsToBounds
  }
}
