import NativeViews

/// The outdated parts of a surface, as a few rectangles.
struct DamageRegion {
  static let limit = 8

  private(set) var rects: [PixelRect] = []
  private let bounds: PixelRect

  /// Makes a region without damage within a surface.
  init(within bounds: PixelRect) { self.bounds = bounds }

  /// Adds a rectangle.
  ///
  /// Merges it with a present one if both together have at least as many pixels as the rectangle around them, and if there are too many,
  /// with the one for which that adds the fewest.
  mutating func add(_ rect: PixelRect) {
    var new = rect.intersection(bounds)
    guard !new.isEmpty else { return }
    while true {
      var (best, bestCost) = (-1, Int.max)
      for (index, old) in rects.enumerated() {
        let cost = old.union(new).area - old.area - new.area
        if cost < bestCost { (best, bestCost) = (index, cost) }
      }
      guard best >= 0, bestCost <= 0 || rects.count >= Self.limit else { break }
      new = new.union(rects.remove(at: best))
    }
    rects.append(new)
  }

  /// Whether the whole surface is damaged.
  var isEverything: Bool { rects.first == bounds }
}
