import Foundation

/// The programs that count for us.
enum InstalledTool {
  /// Makes sure that a program is on PATH.
  ///
  /// - Throws: ``CountingError`` if it isn't.
  static func check(_ name: String) throws(CountingError) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let isThere = path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
    guard isThere else {
      throw CountingError("\(name): not found; run tools/setup, or install valgrind and binutils")
    }
  }
}
