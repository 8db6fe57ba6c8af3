/// Why benchmarks were not run, or one was not run to its end.
enum BenchError: Error, Equatable, CustomStringConvertible {
  case noPackage(directory: String)
  case noBenchmarks(package: String)
  case notBuilt(names: [String], directory: String)
  case notExecutable(path: String, reason: String)
  case invalidFilter(pattern: String)
  case nothingMatches(pattern: String, rows: [String])
  case notASuite(path: String, ending: String)
  case ended(path: String, ending: String, keptRows: Int)
  case notStarted(path: String, reason: String)
  case noTemporaryDirectory(reason: String)
  case file(description: String)

  /// What is wrong and what to do.
  var description: String {
    switch self {
    case .noPackage(let directory):
      """
      \(directory): there is no Package.swift here or above; run it in a package, or name the \
      executables
      """
    case .noBenchmarks(let package):
      """
      \(package): it has no folders in Benchmarks; add a benchmark, or name the executables
      """
    case .notBuilt(let names, let directory):
      """
      \(names.joined(separator: ", ")): not built in \(directory); run\
      \(names.map { "\n  swift build -c release --product \($0)" }.joined())
      """
    case .notExecutable(let path, let reason):
      "\(path): it can't be run: \(reason); give the path of a benchmark executable"
    case .invalidFilter(let pattern):
      "--filter \(pattern): it is not a regular expression; escape the characters that are special"
    case .nothingMatches(let pattern, let rows):
      """
      --filter \(pattern): it matches no row; use a pattern that matches one of these:
      \(rows.map { "  \($0)" }.joined(separator: "\n"))
      """
    case .notASuite(let path, let ending):
      """
      \(path): it does not list its rows, it \(ending); give an executable whose main is that of a \
      BenchmarkSuite
      """
    case .ended(let path, let ending, let keptRows):
      """
      \(path): it \(ending); \(keptRows == 0 ? "it left no rows" : "its \(keptRows) finished rows are kept"), \
      run it alone to see why
      """
    case .notStarted(let path, let reason):
      "\(path): it can't be started: \(reason); give the path of a benchmark executable"
    case .noTemporaryDirectory(let reason):
      "TMPDIR: cannot make a temporary directory: \(reason); set it to a directory with free space"
    case .file(let description):
      description
    }
  }
}
