import Foundation
import ReportRendering

/// Makes file names from the names of suites and rows, short enough for file systems.
enum FileNameLimit {
  /// Most file systems allow 255 bytes; leaves room for an extension and the name of a temporary file.
  private static let bytes = 200

  /// A name that keeps letters and digits, of any script, and `-`, `_`, `.` and `=`; others become `_`, so different texts may get the same
  /// name.
  static func name(of text: String) -> String {
    shortened(
      String(text.map { $0.isLetter || $0.isNumber || "-_.=".contains($0) ? $0 : "_" })
    )
  }

  /// Shortens a name that is too long, and appends a mark that distinguishes it from others with the same start.
  static func shortened(_ name: String) -> String {
    guard name.utf8.count > bytes else { return name }
    var start = ""
    for character in name {
      guard start.utf8.count + character.utf8.count <= bytes - 20 else { break }
      start.append(character)
    }
    return "\(start)-\(Fingerprint.of(Data(name.utf8)))"
  }
}
