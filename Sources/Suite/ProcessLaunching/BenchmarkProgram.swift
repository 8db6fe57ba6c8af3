/// A benchmark executable, and where its processes run.
///
/// Rows read files by paths relative to their package, and keep files where the environment says. So each side of a comparison runs
/// in its own files; nothing of it may depend on where `hamon` was called.
package struct BenchmarkProgram: Hashable, Sendable {
  /// The path of the executable: absolute, where the program runs elsewhere.
  package let path: String
  /// The working directory of its processes; `nil` for that of this program.
  package let directory: String?
  /// The variables of its processes that differ from those of this program.
  package let environment: [String: String]

  package init(_ path: String, in directory: String? = nil, environment: [String: String] = [:]) {
    self.path = path
    self.directory = directory
    self.environment = environment
  }

  /// Another executable of the same code, which runs where this one does.
  package func at(_ path: String) -> BenchmarkProgram {
    BenchmarkProgram(path, in: directory, environment: environment)
  }

  /// The same executable with its own temporary files and caches, in a directory that is there.
  package func keepingFiles(in folder: String) -> BenchmarkProgram {
    BenchmarkProgram(
      path,
      in: directory,
      environment: environment.merging(Self.variables(keepingFilesIn: folder)) { $1 }
    )
  }

  /// The variables that say where a program keeps temporary files and caches.
  package static func variables(keepingFilesIn folder: String) -> [String: String] {
    ["TMPDIR": folder, "XDG_CACHE_HOME": folder]
  }
}
