import Foundation

/// Rounds lengths to whole pixels.
struct PixelGrid {
  let scale: CGFloat

  /// The nearest whole pixel, half away from zero.
  ///
  /// The library's `round` is a call, four times a view. Adding the largest number under a half and
  /// cutting off gives the same wherever the sum isn't so large that it is whole anyway.
  @inline(__always)
  func round(_ length: CGFloat) -> CGFloat {
    let pixels = length * scale
    guard abs(pixels) < 4_503_599_627_370_496 else { return length }
    let almostHalf = CGFloat(sign: .plus, exponent: -1, significand: 1).nextDown
    let moved = pixels + (pixels < 0 ? -almostHalf : almostHalf)
    return CGFloat(Int64(moved)) / scale
  }
}
