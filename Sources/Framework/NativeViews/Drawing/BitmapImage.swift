public import Foundation

/// An image that any backend can show: PNG data with a checked header.
///
/// Equal by identity first, then by content.
public struct BitmapImage: Hashable, Sendable {
  /// The PNG file's bytes.
  public let data: Data
  /// Width and height in pixels.
  public let pixelWidth: Int
  /// Height in pixels.
  public let pixelHeight: Int
  /// Pixels per point.
  public let scale: CGFloat

  /// Takes a PNG file's bytes.
  ///
  /// - Throws: ``BitmapImageError`` if the bytes don't begin as a PNG file does; the backend that shows the image decodes the rest.
  public init(png data: Data, scale: CGFloat = 1) throws(BitmapImageError) {
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let bytes = [UInt8](data.prefix(33))
    guard bytes.count == 33, Array(bytes[..<8]) == signature,
      Array(bytes[12..<16]) == Array("IHDR".utf8)
    else { throw .notPNG(byteCount: data.count) }
    let number = { (start: Int) in bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    (pixelWidth, pixelHeight) = (number(16), number(20))
    guard pixelWidth > 0, pixelHeight > 0, scale > 0, scale.isFinite else {
      throw .unusableSize(width: pixelWidth, height: pixelHeight, scale: scale)
    }
    (self.data, self.scale) = (data, scale)
  }

  /// Reads a PNG file.
  ///
  /// - Throws: ``BitmapImageError``.
  public init(contentsOfFile path: String, scale: CGFloat = 1) throws(BitmapImageError) {
    guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path) }
    try self.init(png: data, scale: scale)
  }

  /// Size in points.
  public var size: CGSize {
    CGSize(width: CGFloat(pixelWidth) / scale, height: CGFloat(pixelHeight) / scale)
  }
}

/// Why an image can't be made.
public enum BitmapImageError: Error, Hashable, Sendable, CustomStringConvertible {
  case notPNG(byteCount: Int)
  case unusableSize(width: Int, height: Int, scale: CGFloat)
  case unreadable(String)

  /// `<subject>: <what is wrong>; <what to do>`.
  public var description: String {
    switch self {
    case .notPNG(let count): "image of \(count) bytes: it isn't a PNG file; convert it to PNG"
    case .unusableSize(let width, let height, let scale):
      "image: \(width)x\(height) pixels at scale \(scale) have no size; use sizes above 0"
    case .unreadable(let path):
      "\(path): the image can't be read; check the path and its permissions"
    }
  }
}
