import CPangoCairo
public import Foundation
public import NativeViews

extension Pixels {
  /// Decodes a PNG file.
  ///
  /// - Throws: ``CairoError`` if the libraries are missing or the file is damaged.
  public init(decoding image: BitmapImage) throws(CairoError) {
    try CairoFonts.load()
    self = try Surface(decoding: image).pixels
  }

  /// The picture as a PNG file.
  ///
  /// - Throws: ``CairoError`` if the libraries are missing or there are no pixels.
  public func png() throws(CairoError) -> Data {
    try CairoFonts.load()
    guard (1...32_767).contains(width), (1...32_767).contains(height) else {
      throw .unusableSize(width: width, height: height)
    }
    var data = Data()
    // SAFETY: both outlive the call; there are as many pixels as the size says. The reason is a static string.
    let reason = unsafe withUnsafeMutablePointer(to: &data) { data in
      unsafe argb.withUnsafeBufferPointer { pixels in
        unsafe cpc_encode_png(pixels.baseAddress, Int32(width), Int32(height), data) {
          (closure, bytes, count) in
          guard let closure = unsafe closure, let bytes = unsafe bytes else { return }
          unsafe closure.assumingMemoryBound(to: Data.self).pointee.append(
            bytes.assumingMemoryBound(to: UInt8.self),
            count: count
          )
        }
      }
    }
    if let reason = unsafe reason {
      throw .unwritable(path: "image", reason: unsafe String(cString: reason))
    }
    return data
  }

  /// Writes the picture as a PNG file, replacing an existing one.
  ///
  /// - Throws: ``CairoError`` if it can't be encoded or written.
  public func writePNG(to path: String) throws(CairoError) {
    let data = try png()
    do {
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .unwritable(path: path, reason: error.localizedDescription)
    }
  }
}
