import Foundation

/// What a program looks for beside itself: libraries (`-rpath $ORIGIN`, as SwiftPM links) and bundles of resources.
package enum ProgramNeighbours {
  /// Lets a copy of a program find what the program has beside it.
  ///
  /// What is there already stays. Where a link can't be made, the program will tell what it misses.
  ///
  /// - Parameters:
  ///   - program: The path of the program; links are followed.
  ///   - directory: Where the copy is.
  package static func link(of program: String, into directory: String) {
    let folder = URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent().path
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasSuffix(".so") || name.contains(".so.") || name.hasSuffix(".resources") {
      try? manager.createSymbolicLink(
        atPath: "\(directory)/\(name)",
        withDestinationPath: "\(folder)/\(name)"
      )
    }
  }
}
