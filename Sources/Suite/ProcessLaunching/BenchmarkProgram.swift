import Glibc
package import SuiteErrors

// SAFETY: paths and structs outlive the calls of the C library that take their addresses.

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

  /// The same executable with more variables.
  package func adding(_ variables: [String: String]) -> BenchmarkProgram {
    BenchmarkProgram(path, in: directory, environment: environment.merging(variables) { $1 })
  }

  /// Checks that a path leads to an executable.
  ///
  /// - Parameter path: The path; one without a slash is of the current directory, and not looked for along `PATH`.
  /// - Returns: The path to start it by.
  /// - Throws: `SuiteError` where it can't be run.
  package static func executable(at path: String) throws(SuiteError) -> String {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0 && access(path, X_OK) == 0
    guard isThere, status.st_mode & S_IFMT == S_IFREG else {
      throw SuiteError(
        path,
        "it can't be run: \(isThere ? "it is not a file" : SystemReason.text())",
        remedy: "give the path of a benchmark executable"
      )
    }
    return path.contains("/") ? path : "./\(path)"
  }
}
