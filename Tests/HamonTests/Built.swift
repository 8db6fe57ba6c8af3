import Foundation

/// Programs that were built with the tests, and lie beside them.
enum Built {
  static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path

  static func program(_ name: String) -> String { "\(folder)/\(name)" }
}
