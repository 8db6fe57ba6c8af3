public import Foundation

/// Environment of a layout: the multiplier and the display.
public struct LayoutEnvironment: Hashable, Sendable {
  /// Points of one unit of the nearest reference size; `nil` while none was declared.
  public private(set) var multiplier: CGFloat?

  /// Pixels of a point.
  public let displayScale: CGFloat

  /// Rounding of frames to pixels.
  public let rounding: FrameRounding

  /// Makes the environment of a root, in which nothing scales yet.
  ///
  /// - Parameters:
  ///   - displayScale: How many pixels a point is: finite and over 0.
  ///   - rounding: How frames are rounded to pixels.
  public init(displayScale: CGFloat = 1, rounding: FrameRounding = .components) {
    guard displayScale > 0, displayScale.isFinite else {
      stop("the display's scale is \(displayScale), not finite and over 0")
    }
    self.displayScale = displayScale
    self.rounding = rounding
  }

  /// The environment in a view: that of the nearest reference size.
  ///
  /// - Parameters:
  ///   - frame: The view's.
  ///   - reference: What the view declares for itself, or `nil` to inherit.
  /// - Returns: The environment to run its layout with.
  public func entering(_ frame: CGRect, reference: ReferenceSize?) -> LayoutEnvironment {
    guard let reference else { return self }
    var environment = self
    environment.multiplier = reference.multiplier(in: frame.size)
    return environment
  }
}

/// Rounding of frames to the pixels of a display.
public enum FrameRounding: Hashable, Sendable, CaseIterable {
  /// Origin and size each by itself, half away from zero, as the original does. Two views that touch
  /// may be a pixel apart afterwards.
  case components

  /// The edges, as distances from the container's origin; the sizes follow. Edges that touch still do.
  case edges

  /// Not at all.
  case none
}

/// Rounds lengths to whole pixels.
struct PixelGrid {
  let scale: CGFloat

  /// The nearest whole pixel, half away from zero.
  ///
  /// The library's `round` is a call, four times a view. Adding the largest number under a half and
  /// cutting off gives the same wherever the sum isn't so large that it is whole anyway.
  @inline(__always)
  func round(_ length: CGFloat) -> CGFloat {
    round(length, adding: CGFloat(sign: .plus, exponent: -1, significand: 1).nextDown)
  }

  /// The same for an edge, which is a sum: one that is half a pixel but for its noise is rounded as a half, so
  /// that edges at whole pixels from each other stay so.
  @inline(__always)
  func roundEdge(_ edge: CGFloat) -> CGFloat { round(edge, adding: 0.5 + Self.noise) }

  @inline(__always)
  private func round(_ length: CGFloat, adding half: CGFloat) -> CGFloat {
    let pixels = length * scale
    guard abs(pixels) < 4_503_599_627_370_496 else { return length }
    let moved = pixels + (pixels < 0 ? -half : half)
    return CGFloat(Int64(moved)) / scale
  }

  /// The smallest number of whole pixels in which a length has room; sums of lengths are a little more or
  /// less than they should be, which isn't a pixel.
  func roundUp(_ length: CGFloat) -> CGFloat {
    let pixels = length * scale
    return abs(pixels) < 4_503_599_627_370_496
      ? (pixels - Self.noise).rounded(.up) / scale : length
  }

  /// The largest number of whole pixels for which a length has room.
  func roundDown(_ length: CGFloat) -> CGFloat {
    let pixels = length * scale
    return abs(pixels) < 4_503_599_627_370_496
      ? (pixels + Self.noise).rounded(.down) / scale : length
  }

  private static let noise: CGFloat = 1e-9
}
