public import Foundation

/// The environment of a layout: the multiplier and the display.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The points per unit of the nearest reference size; `nil` while none was declared.
  public private(set) var multiplier: CGFloat?

  /// The pixels per point.
  public let displayScale: CGFloat

  /// How frames are rounded to pixels.
  public let rounding: FrameRounding

  /// Makes the environment of a root, in which nothing scales yet.
  ///
  /// - Parameters:
  ///   - displayScale: The pixels per point: finite and greater than 0.
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
  ///   - reference: The view's own declaration, or `nil` to inherit.
  /// - Returns: The environment to run its layout with.
  public func entering(_ frame: CGRect, reference: ReferenceSize?) -> LayoutEnvironment {
    guard let reference else { return self }
    var environment = self
    environment.multiplier = reference.multiplier(in: frame.size)
    return environment
  }
}

/// How frames are rounded to the pixels of a display.
public enum FrameRounding: Hashable, Sendable, CaseIterable {
  /// Origin and size separately, half away from zero, as in the original.
  ///
  /// Two adjacent views may be a pixel apart afterwards.
  case components

  /// The edges, as distances from the container's origin, then the sizes from them; adjacent edges stay so. The default.
  case edges

  /// Not at all.
  case none
}

/// Rounds lengths to whole pixels.
package struct PixelGrid: Equatable, Sendable {
  let scale: CGFloat
  /// The size of a pixel in points if it is exact; 0 otherwise, to divide by `scale` instead.
  private let pixel: CGFloat

  /// Makes the grid of a display with a number of pixels per point.
  @inline(__always)
  package init(scale: CGFloat) {
    self.scale = scale
    pixel = scale.significand == 1 ? 1 / scale : 0
  }

  /// The nearest whole pixel, half away from zero.
  ///
  /// The library's `round` is a call, four times a view. Adding the largest number under a half and truncating gives the same, unless the
  /// sum is so large that it is whole anyway.
  @inline(__always)
  func round(_ length: CGFloat) -> CGFloat {
    round(length, adding: CGFloat(sign: .plus, exponent: -1, significand: 1).nextDown)
  }

  /// The same for an edge, which is a sum: a sum that is half a pixel except for noise is rounded as a half, so that edges at whole pixels
  /// from each other stay so.
  @inline(__always)
  package func roundEdge(_ edge: CGFloat) -> CGFloat { round(edge, adding: Self.halfEdge) }

  @inline(__always)
  private func round(_ length: CGFloat, adding half: CGFloat) -> CGFloat {
    let pixels = length * scale
    guard abs(pixels) < Self.limit else { return length }
    let moved = pixels + (pixels < 0 ? -half : half)
    return CGFloat(Int64(moved)) / scale
  }

  /// What ``roundEdge(_:)`` returns for each edge of a frame.
  ///
  /// Mostly no edge is above or left of the container, or too large to round, and all are rounded at once: a sum with the limit has no room
  /// for fractions, and any excess is subtracted afterwards.
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

  /// The smallest number of whole pixels that a length fits in; sums of lengths are slightly inexact, which doesn't add a pixel.
  func roundUp(_ length: CGFloat) -> CGFloat {
    let pixels = length * scale
    return abs(pixels) < Self.limit ? (pixels - Self.noise).rounded(.up) / scale : length
  }

  /// The largest number of whole pixels that fit in a length.
  func roundDown(_ length: CGFloat) -> CGFloat {
    let pixels = length * scale
    return abs(pixels) < Self.limit ? (pixels + Self.noise).rounded(.down) / scale : length
  }

  private static let noise: CGFloat = 1e-9
  private static let halfEdge: CGFloat = 0.5 + noise
  /// From here on all numbers are whole.
  private static let limit: CGFloat = 4_503_599_627_370_496
}
