package import Foundation

/// Detects whether something has changed.
package enum Fingerprint {
  /// A hash of a file's content.
  ///
  /// - Complexity: Proportional to the size of the file.
  package static func ofFile(_ path: String) -> String {
    let data = try? Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
    return data.map(of) ?? "missing"
  }

  /// A hash: FNV-1a, 64 bits.
  ///
  /// `SymbolTable` has its own, over words, because it hashes each text of a trace; no file stores that one.
  package static func of(_ data: Data) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
