import Foundation

/// Tells whether a file is the same as before.
enum FileFingerprint {
  /// A hash of what the file holds: FNV-1a, 64 bits.
  ///
  /// - Complexity: Proportional to the size of the file.
  static func of(_ path: String) -> String {
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) else {
      return "missing"
    }
    return of(data)
  }

  /// A hash of some bytes.
  static func of(_ data: Data) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
