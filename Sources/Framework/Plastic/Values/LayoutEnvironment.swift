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
  public init(displayScale: CGFloat = 1, rounding: FrameRounding = .edges) {
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

  /// The edges, as distances from the container's origin; the sizes follow. Edges that touch still do: the default.
  case edges

  /// Not at all.
  case none
}

/// Rounds lengths to whole pixels.
package struct PixelGrid: Equatable, Sendable {
  let scale: CGFloat
  /// Points of a pixel where they are exact; 0 where a pixel is no such number, and is divided by.
  private let pixel: CGFloat

  /// Makes the grid of a display with so many pixels per point.
  @inline(__always)
  package init(scale: CGFloat) {
    self.scale = scale
    pixel = scale.significand == 1 ? 1 / scale : 0
  }

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
  package func roundEdge(_ edge: CGFloat) -> CGFloat { round(edge, adding: Self.halfEdge) }

  @inline(__always)
  private func round(_ length: CGFloat, adding half: CGFloat) -> CGFloat {
    let pixels = length * scale
    guard abs(pixels) < Self.limit else { return length }
    let moved = pixels + (pixels < 0 ? -half : half)
    return CGFloat(Int64(moved)) / scale
  }

  /// What ``roundEdge(_:)`` gives for each edge of a frame.
  ///
  /// Mostly none is above or left of the container, or so far that rounding does nothing, and all are rounded at once: a sum
  /// with the limit has no room for fractions, and what it is too much afterwards is taken away.
  @inline(__always)
  package func roundEdges(
    left: CGFloat,
    top: CGFloat,
    right: CGFloat,
    bottom: CGFloat
  ) -> SIMD4<Double> {
    let edges = SIMD4(left.native, top.native, right.native, bottom.native)
    let moved = edges * scale.native + Self.halfEdge.native
    let limit = Self.limit.native / 2
    guard left >= 0, top >= 0, moved.z < limit, moved.w < limit else {
      return SIMD4(
        roundEdge(left).native,
        roundEdge(top).native,
        roundEdge(right).native,
        roundEdge(bottom).native
      )
    }
    var pixels = (moved + Self.limit.native) - Self.limit.native
    pixels.replace(with: pixels - 1, where: pixels .> moved)
    return pixel > 0 ? pixels * pixel.native : pixels / scale.native
  }

  /// A frame with its edges at whole pixels.
  package func roundEdges(of frame: CGRect) -> CGRect {
    let edges = roundEdges(left: frame.minX, top: frame.minY, right: frame.maxX, bottom: frame.maxY)
    return CGRect(x: edges.x, y: edges.y, width: edges.z - edges.x, height: edges.w - edges.y)
  }

  /// The smallest number of whole pixels in which a length has room; sums of lengths are a little more or
  /// less than they should be, which isn't a pixel.
  func roundUp(_ length: CGFloat) -> CGFloat {
    let pixels = length * scale
    return abs(pixels) < Self.limit ? (pixels - Self.noise).rounded(.up) / scale : length
  }

  /// The largest number of whole pixels for which a length has room.
  func roundDown(_ length: CGFloat) -> CGFloat {
    let pixels = length * scale
    return abs(pixels) < Self.limit ? (pixels + Self.noise).rounded(.down) / scale : length
  }

  private static let noise: CGFloat = 1e-9
  private static let halfEdge: CGFloat = 0.5 + noise
  /// From here on all numbers are whole.
  private static let limit: CGFloat = 4_503_599_627_370_496
}
