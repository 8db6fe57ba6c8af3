import Foundation
import NativeViewsCairo

/// The origin of a reference picture, stored in its file: libraries, and digests that identify an equal picture without decoding it.
///
/// Source: docs/semantics/tempura.md, S5.
struct PictureStamp: Equatable {
  var libraries: LibraryVersions
  var pixels: String
  /// Digest of the file without the stamp; if it differs, the picture was changed later.
  var file: String

  private static let text = PNGText(keyword: "Tempura-Snapshot")

  /// Stamps a PNG file with its pixels' digest.
  static func stamp(_ file: Data, pixels: PictureDigest, libraries: LibraryVersions) -> Data {
    let start = file.startIndex + 33
    let digest = PictureDigest(of: [file[..<start], file[start...]])
    let stamp = PictureStamp(
      libraries: libraries,
      pixels: pixels.description,
      file: digest.description
    )
    return text.insert(stamp.lines, into: file)
  }

  /// The stamp of a file; nil without one, or if the file was changed after stamping.
  static func read(_ file: Data) -> PictureStamp? {
    guard let found = text.find(in: file), let stamp = PictureStamp(lines: found.text),
      stamp.file == PictureDigest(of: found.pieces).description
    else { return nil }
    return stamp
  }

  private var lines: String {
    """
    cairo: \(libraries.cairo)
    pango: \(libraries.pango)
    freetype: \(libraries.freeType)
    harfbuzz: \(libraries.harfBuzz)
    fontconfig: \(libraries.fontconfig)
    fonts: \(libraries.fonts)
    pixels: \(pixels)
    file: \(file)
    """
  }

  private init(libraries: LibraryVersions, pixels: String, file: String) {
    (self.libraries, self.pixels, self.file) = (libraries, pixels, file)
  }

  private init?(lines text: String) {
    var values: [Substring: String] = [:]
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      values[line[..<colon]] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    guard let cairo = values["cairo"], let pango = values["pango"],
      let freeType = values["freetype"], let harfBuzz = values["harfbuzz"],
      let fontconfig = values["fontconfig"], let fonts = values["fonts"],
      let pixels = values["pixels"], let file = values["file"]
    else { return nil }
    libraries = LibraryVersions(
      cairo: cairo,
      pango: pango,
      freeType: freeType,
      harfBuzz: harfBuzz,
      fontconfig: fontconfig,
      fonts: fonts
    )
    (self.pixels, self.file) = (pixels, file)
  }
}
