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
  ///   - isWanted: Which of it, by its name; libraries and resources unless told otherwise.
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

  /// Whether a file is of those that a program can't do without, by its name: libraries and resources.
  package static func isPart(_ name: String) -> Bool {
    name.hasSuffix(".so") || name.contains(".so.") || name.hasSuffix(".resources")
  }
}
