/// The differences between two pictures that don't count.
public struct ImageTolerance: Hashable, Sendable {
  /// The distance of colours up to which pixels count as equal, from 0 to 1, the distance of black from white.
  public var colorDistance: Double
  /// Whether pixels that smooth an edge in one of the pictures are ignored.
  public var ignoresAntialiasing: Bool
  /// The number of pixels that may differ.
  public var maximumPixels: Int
  /// The share of all pixels that may differ, from 0 to 1; the greater of the two limits holds.
  public var maximumShare: Double

  /// Makes a tolerance; the default tolerates nothing.
  public init(
    colorDistance: Double = 0,
    ignoresAntialiasing: Bool = false,
    maximumPixels: Int = 0,
    maximumShare: Double = 0
  ) {
    (self.colorDistance, self.ignoresAntialiasing) = (colorDistance, ignoresAntialiasing)
    (self.maximumPixels, self.maximumShare) = (maximumPixels, maximumShare)
  }

  /// None: each pixel has to be the same.
  public static let exact = ImageTolerance()
  /// Colours that are hard to tell apart, and differently smoothed edges.
  public static let perceptual = ImageTolerance(colorDistance: 0.1, ignoresAntialiasing: true)
}
