public import NativeViews

/// The differences between a picture and the one that it should be.
public struct ImageComparisonResult: Hashable, Sendable, CustomStringConvertible {
  /// Size of the picture.
  public let width: Int
  /// Height of the picture.
  public let height: Int
  /// Size of the reference.
  public let referenceWidth: Int
  /// Height of the reference.
  public let referenceHeight: Int

  /// Whether no more differs than is tolerated.
  public internal(set) var isAccepted = false
  /// Number of pixels that differ by more than is tolerated; none are counted where the sizes differ.
  public internal(set) var differingPixels = 0
  /// Number of pixels that differ by less.
  public internal(set) var toleratedPixels = 0
  /// Number of differing pixels that smooth an edge, where these don't count.
  public internal(set) var antialiasedPixels = 0
  /// Number of pixels that differ within a mask.
  public internal(set) var maskedPixels = 0
  /// The least rectangle with all ``differingPixels``.
  public internal(set) var bounds: PixelRect?

  init(size: (Int, Int), referenceSize: (Int, Int)) {
    (width, height) = size
    (referenceWidth, referenceHeight) = referenceSize
  }

  /// Whether the pictures are of one size.
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
