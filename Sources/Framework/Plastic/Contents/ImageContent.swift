public import Foundation

/// An image as a view's content: a size in the reference, and pixels.
public struct ImageContent: SizeMeasuring {
  /// How an image is fitted into a frame of another shape.
  public enum Mode: Hashable, Sendable, CaseIterable {
    /// As large as possible without being cut, in the middle.
    case fit
    /// As small as possible without leaving anything empty, in the middle; the frame cuts it.
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

  /// The image's size, scaled down to the limit if necessary.
  public func size(within limit: CGSize, scale: (Value) -> CGFloat) -> CGSize {
    let scaled = CGSize(width: scale(size.width), height: scale(size.height))
    guard scaled.width > 0, scaled.height > 0 else { return .zero }
    // A size that isn't finite can't be scaled down; setting a view's size to it is an error.
    guard scaled.width.isFinite, scaled.height.isFinite else { return scaled }
    // `maximum` returns the number if the other is NaN.
    let room = CGSize(width: .maximum(limit.width, 0), height: .maximum(limit.height, 0))
    let factor = min(1, room.width / scaled.width, room.height / scaled.height)
    return CGSize(width: scaled.width * factor, height: scaled.height * factor)
  }

  /// The frame in which an image is drawn.
  ///
  /// - Parameters:
  ///   - image: The image's own size, in any unit.
  ///   - frame: The view's, as layouts return it: finite, without a negative side.
  ///   - mode: How it is fitted into the frame.
  /// - Returns: The rectangle that the whole image takes; empty if a side of the image is 0 or isn't finite.
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

  /// The scale of the smallest of several renderings of an image that needs no enlarging.
  ///
  /// - Parameters:
  ///   - scales: The pixels per point of each, such as 1, 2 and 3; not empty.
  ///   - multiplier: The points per unit of the reference size.
  ///   - displayScale: The pixels per point of the display.
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
