public import NativeViews

/// The differences between a picture and its reference.
public struct ImageComparisonResult: Hashable, Sendable, CustomStringConvertible {
  /// The width of the picture.
  public let width: Int
  /// The height of the picture.
  public let height: Int
  /// The width of the reference.
  public let referenceWidth: Int
  /// The height of the reference.
  public let referenceHeight: Int

  /// Whether all differences are tolerated.
  public internal(set) var isAccepted = false
  /// The number of pixels that differ by more than is tolerated; 0 if the sizes differ.
  public internal(set) var differingPixels = 0
  /// The number of pixels that differ by less.
  public internal(set) var toleratedPixels = 0
  /// The number of differing pixels that smooth an edge, if these are ignored.
  public internal(set) var antialiasedPixels = 0
  /// The number of pixels that differ within a mask.
  public internal(set) var maskedPixels = 0
  /// The smallest rectangle with all ``differingPixels``.
  public internal(set) var bounds: PixelRect?

  init(size: (Int, Int), referenceSize: (Int, Int)) {
    (width, height) = size
    (referenceWidth, referenceHeight) = referenceSize
  }

  /// Whether the pictures have the same size.
  public var sizesAreEqual: Bool { (width, height) == (referenceWidth, referenceHeight) }

  /// `42 of 10000 pixels differ, within (3, 4) 20x10`.
  public var description: String {
    guard sizesAreEqual else {
      return "the picture is \(width)x\(height), the reference \(referenceWidth)x\(referenceHeight)"
    }
    var parts = ["\(differingPixels) of \(width * height) pixels differ"]
    if let bounds {
      parts.append("within (\(bounds.x), \(bounds.y)) \(bounds.width)x\(bounds.height)")
    }
    for (count, what) in [
      (toleratedPixels, "differ by less than is tolerated"), (antialiasedPixels, "smooth edges"),
      (maskedPixels, "are masked"),
    ] where count > 0 { parts.append("\(count) \(what)") }
    return parts.joined(separator: ", ")
  }
}
