/// Keeps the names of files that are made of the names of rows as short as file systems want them.
package enum FileNameLimit {
  /// Most file systems allow 255 bytes; an extension and the name of a temporary file come on top.
  private static let bytes = 200

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
