import Foundation
import NativeViews
import Plastic

/// What all elements that are boxes have in common.
struct BoxAppearance: Equatable {
  var frame: CGRect
  var alpha: CGFloat
  var backgroundColor: Color
  var cornerRadius: Value
  var borderWidth: Value
  var borderColor: Color
  var clipsToBounds: Bool
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
