import Foundation

/// The files that a program needs next to itself: libraries (`-rpath $ORIGIN`, as SwiftPM links) and bundles of resources.
package enum ProgramNeighbours {
  /// Links the files next to a program into the directory of its copy.
  ///
  /// Existing files stay. If a link can't be made, the program will report what it misses.
  ///
  /// - Parameters:
  ///   - program: The path of the program; links are followed.
  ///   - directory: Where the copy is.
  ///   - isWanted: Which files, by name; libraries and resources by default.
  package static func link(
    of program: String,
    into directory: String,
    which isWanted: (String) -> Bool = isPart
  ) {
    let folder = URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent().path
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: folder)) ?? []
    where isWanted(name) {
      try? manager.createSymbolicLink(
        atPath: "\(directory)/\(name)",
        withDestinationPath: "\(folder)/\(name)"
      )
    }
  }

  /// Whether a program needs a file, by its name: libraries and resources.
  package static func isPart(_ name: String) -> Bool {
    name.hasSuffix(".so") || name.contains(".so.") || name.hasSuffix(".resources")
  }
}
