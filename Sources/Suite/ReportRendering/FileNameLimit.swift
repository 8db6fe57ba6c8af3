/// Makes names of files of the names of suites and rows, as short as file systems want them.
package enum FileNameLimit {
  /// Most file systems allow 255 bytes; an extension and the name of a temporary file come on top.
  private static let bytes = 200

  /// A name of which letters and digits, of any script, are left, and `-`, `_`, `.` and `=`; others become `_`, so that different
  /// texts may get the same name.
  package static func name(of text: String) -> String {
    shortened(
      String(text.map { $0.isLetter || $0.isNumber || "-_.=".contains($0) ? $0 : "_" })
    )
  }

  /// Shortens a name that is too long, and puts a mark behind it that tells it from others that begin as it
  /// does.
  package static func shortened(_ name: String) -> String {
    guard name.utf8.count > bytes else { return name }
    // FNV-1a, 64 bits.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var start = ""
    for character in name {
      guard start.utf8.count + character.utf8.count <= bytes - 20 else { break }
      start.append(character)
    }
    return "\(start)-\(String(hash, radix: 16))"
  }
}
