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
  /// Gives the view a box's appearance, radius and border scaled.
  ///
  /// - Parameter multiplier: Points of one unit of the reference size.
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
