/// A picture's pixels, as backends paint them and as pictures are compared.
public struct Pixels: Hashable, Sendable {
  /// Number of columns.
  public let width: Int
  /// Number of rows.
  public let height: Int
  /// Rows from the top, each from the left: `0xAARRGGBB`, premultiplied by the opacity.
  public var argb: [UInt32]

  /// Makes a picture from its pixels.
  ///
  /// - Parameters:
  ///   - width: Number of columns.
  ///   - height: Number of rows.
  ///   - argb: `width` times `height` pixels.
  public init(width: Int, height: Int, argb: [UInt32]) {
    precondition(
      width >= 0 && height >= 0 && argb.count == width * height,
      "pixels: \(argb.count) of them aren't \(width)x\(height); hand over one for each place"
    )
    (self.width, self.height, self.argb) = (width, height, argb)
  }

  /// Makes a picture of one colour.
  public init(width: Int, height: Int, filledWith pixel: UInt32 = 0) {
    self.init(width: width, height: height, argb: Array(repeating: pixel, count: width * height))
  }

  /// The pixel in a column and a row, from the upper left one.
  public subscript(x: Int, y: Int) -> UInt32 {
    get { argb[index(x, y)] }
    set { argb[index(x, y)] = newValue }
  }

  private func index(_ x: Int, _ y: Int) -> Int {
    precondition(
      x >= 0 && x < width && y >= 0 && y < height,
      "pixels: there is no pixel (\(x), \(y)) in \(width)x\(height)"
    )
    return y * width + x
  }
}

/// A rectangle of whole pixels.
public struct PixelRect: Hashable, Sendable {
  /// The first column.
  public var x: Int
  /// The first row.
  public var y: Int
  /// Number of columns.
  public var width: Int
  /// Number of rows.
  public var height: Int

  /// Makes a rectangle from its upper left pixel and its size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// The column after the last.
  public var maxX: Int { x + width }
  /// The row after the last.
  public var maxY: Int { y + height }
  /// Whether it contains no pixel.
  public var isEmpty: Bool { width <= 0 || height <= 0 }
  /// Number of pixels.
  public var area: Int { isEmpty ? 0 : width * height }

  /// The smallest rectangle that contains both.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left,
      y: top,
      width: max(maxX, other.maxX) - left,
      height: max(maxY, other.maxY) - top
    )
  }

  /// The pixels in both.
  public func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left,
      y: top,
      width: max(min(maxX, other.maxX) - left, 0),
      height: max(min(maxY, other.maxY) - top, 0)
    )
  }
}
