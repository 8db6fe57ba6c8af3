/// The differences between two pictures that count as none.
public struct ImageTolerance: Hashable, Sendable {
  /// Distance of colours up to which pixels count as equal, from 0 to 1, of black from white.
  public var colorDistance: Double
  /// Whether pixels don't count that smooth an edge in one of the pictures.
  public var ignoresAntialiasing: Bool
  /// Number of pixels that may differ.
  public var maximumPixels: Int
  /// Share of all pixels that may differ, from 0 to 1; the greater one of the two limits holds.
  public var maximumShare: Double

  /// Makes a tolerance; nothing that isn't named is tolerated.
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
  /// Colours that are hard to tell apart, and edges that are smoothed in another way.
  public static let perceptual = ImageTolerance(colorDistance: 0.1, ignoresAntialiasing: true)
}
