package import Foundation
package import SuiteErrors

/// The locations of libraries that are loaded into programs by `LD_PRELOAD`.
package enum PreloadedLibrary {
  /// The folder of this program.
  package static var ownFolder: URL {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: own).deletingLastPathComponent()
  }

  /// The folder next to it that `tools/install` puts them into.
  package static var installFolder: URL { ownFolder.appending(path: "../lib/hamon").standardized }

  /// The path of a library: next to the tool, where it is built, or in the folder of the installation; `nil` if it isn't there.
  package static func path(of name: String) -> String? {
    [ownFolder, installFolder].map { $0.appending(path: name).path }
      .first { FileManager.default.isReadableFile(atPath: $0) }
  }

  /// The path of a library that can be loaded.
  ///
  /// - Throws: ``SuiteError`` if it isn't there, or can't be loaded from where it is.
  package static func loadablePath(of name: String) throws(SuiteError) -> String {
    guard let path = path(of: name) else {
      throw SuiteError(
        name,
        "not found in \(ownFolder.path) or \(installFolder.path)",
        remedy:
          "build it with tools/preloaded \(ownFolder.path), or install the tool with make install"
      )
    }
    if let obstacle = obstacle(at: path) {
      throw SuiteError(path, obstacle, remedy: "build or install hamon elsewhere")
    }
    return path
  }

  /// Why a library can't be loaded from a path; `nil` if it can.
  package static func obstacle(at path: String) -> String? {
    path.contains { $0 == " " || $0 == ":" || $0.isNewline }
      ? "the linker can't load a library of a folder with a space or a colon in its name" : nil
  }
}
