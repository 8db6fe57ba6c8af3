/// Why Cairo and Pango can't paint or measure.
public enum CairoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The libraries aren't installed, or are too old.
  case unavailable(reason: String)
  /// The bundled fonts can't be opened.
  case noBundledFonts
  /// A file to register isn't a readable font.
  case unusableFont(path: String)
  /// A surface of this size can't be made.
  case unusableSize(width: Int, height: Int)
  /// A PNG file can't be decoded.
  case undecodable(reason: String)
  /// A PNG file can't be encoded or written.
  case unwritable(path: String, reason: String)

  /// `<subject>: <what is wrong>; <what to do>`.
  public var description: String {
    switch self {
    case .unavailable(let reason):
      """
      Cairo and Pango: \(reason); apt-get install libpangocairo-1.0-0, which libcairo2-dev and \
      libpango1.0-dev bring as well
      """
    case .noBundledFonts:
      """
      bundled fonts: they can't be opened; build with the clang of Swift 6.2 or later, and mount \
      /proc where the program runs
      """
    case .unusableFont(let path):
      "\(path): it isn't a font that can be read; check the path, its permissions and its format"
    case .unusableSize(let width, let height):
      "surface: \(width)x\(height) pixels can't be painted; use sizes from 1 to 32767"
    case .undecodable(let reason): "image: it can't be decoded (\(reason)); make the PNG file anew"
    case .unwritable(let path, let reason):
      "\(path): the PNG file can't be written (\(reason)); check the folder and its permissions"
    }
  }
}
