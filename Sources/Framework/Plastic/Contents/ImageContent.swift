public import Foundation

/// An image as a view's content: a size in the reference, and pixels.
public struct ImageContent: SizeMeasuring {
  /// Fitting of an image into a frame of another shape.
  public enum Mode: Hashable, Sendable, CaseIterable {
    /// As large as it can be without being cut, in the middle.
    case fit
    /// As small as it can be without leaving anything empty, in the middle; the frame cuts it.
    case fill
    /// Distorted.
    case stretch
  }

  /// The size, in the reference or fixed.
  public var size: Size

  /// Makes an image's content.
  ///
  /// - Parameter size: The size, in the reference or fixed.
  public init(size: Size) {
    self.size = size
  }

  /// The image's size, smaller in the same shape where the limit demands it.
  public func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize {
    let scaled = CGSize(width: scale(size.width), height: scale(size.height))
    guard scaled.width > 0, scaled.height > 0 else { return .zero }
    // What isn't finite can't be made smaller; setting a view's size to it is an error.
    guard scaled.width.isFinite, scaled.height.isFinite else { return scaled }
    // `maximum` gives the number where the other is none.
    let room = CGSize(width: .maximum(limit.width, 0), height: .maximum(limit.height, 0))
    let factor = min(1, room.width / scaled.width, room.height / scaled.height)
    return CGSize(width: scaled.width * factor, height: scaled.height * factor)
  }

  /// Frame in which an image is drawn.
  ///
  /// - Parameters:
  ///   - image: The image's own size, in any unit.
  ///   - frame: The view's, as layouts give it: finite, without a negative side.
  ///   - mode: How it is put into the frame.
  /// - Returns: The rectangle that the whole image takes; empty for an image without a side, or with one that
  ///   isn't finite.
  public static func drawnFrame(of image: CGSize, in frame: CGRect, mode: Mode) -> CGRect {
    let isImage =
      image.width > 0 && image.height > 0 && image.width.isFinite && image.height.isFinite
    guard isImage else { return CGRect(x: frame.midX, y: frame.midY, width: 0, height: 0) }
    let horizontal = frame.size.width / image.width
    let vertical = frame.size.height / image.height
    let factor: CGFloat
    switch mode {
    case .fit: factor = min(horizontal, vertical)
    case .fill: factor = max(horizontal, vertical)
    case .stretch: return frame
    }
    let size = CGSize(width: image.width * factor, height: image.height * factor)
    return CGRect(
      x: frame.midX - size.width / 2,
      y: frame.midY - size.height / 2,
      width: size.width,
      height: size.height
    )
  }

  /// Scale of the smallest of several renderings of an image that needs no enlarging.
  ///
  /// - Parameters:
  ///   - scales: How many pixels a point is in each, such as 1, 2 and 3; not empty.
  ///   - multiplier: How many points one unit of the reference size is.
  ///   - displayScale: How many pixels a point is on the display.
  /// - Returns: One of the scales: the largest if none is enough.
  public static func bestScale(
    of scales: [CGFloat],
    multiplier: CGFloat,
    displayScale: CGFloat
  ) -> CGFloat {
    guard let largest = scales.max() else {
      stop("bestScale: there are \(scales.count) scales, not at least 1")
    }
    return scales.filter { $0 >= multiplier * displayScale }.min() ?? largest
  }
}
