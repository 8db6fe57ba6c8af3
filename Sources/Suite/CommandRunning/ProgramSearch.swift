import FoundationEssentials

/// Looks for programs as a shell does.
package enum ProgramSearch {
  /// The folders of PATH, in their order.
  package static var folders: [String] {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .map(String.init)
  }

  /// The path of a program; `nil` if no folder has an executable one.
  package static func path(of name: String) -> String? {
    let manager = FileManager.default
    return folders.lazy.map { "\($0)/\(name)" }.first { path in
      var isDirectory = false
      return manager.fileExists(atPath: path, isDirectory: &isDirectory) && !isDirectory
        && manager.isExecutableFile(atPath: path)
    }
  }
}
