/// Why benchmarks were not run, or one was not run to its end.
enum BenchError: Error, Equatable, CustomStringConvertible {
  case noPackage(directory: String)
  case noBenchmarks(package: String)
  case notBuilt(names: [String], directory: String)
  case noDirectory(path: String, reason: String)
  case buildFailed(product: String, package: String, ending: String)
  case noSwift(reason: String)
  case noProducts(package: String, ending: String)
  case notExecutable(path: String, reason: String)
  case invalidFilter(pattern: String)
  case nothingMatches(pattern: String, rows: [String])
  case countsNothing(pattern: String, rows: [String])
  case countsOnlyThreads(pattern: String)
  case quickLeavesNothing(rows: [String])
  case notASuite(path: String, ending: String)
  case ended(path: String, ending: String, keptRows: Int)
  case hung(path: String, timeout: Duration)
  case notStarted(path: String, reason: String)
  case interrupted(keptRows: Int)
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
      \(names.joined(separator: ", ")): not built in \(directory); \
      \(directory.hasSuffix("/debug") ? "use the hamon of a release build, and run" : "run")\
      \(names.map { "\n  swift build -c release --product \($0)" }.joined())
      """
    case .noDirectory(let path, let reason):
      "--package-path \(path): it can't be opened: \(reason); give the directory of a package"
    case .buildFailed(let product, let package, let ending):
      """
      \(product): swift build --package-path \(package) \(ending); correct what it says above. The \
      products of benchmarks are called as their folders in Benchmarks
      """
    case .noSwift(let reason):
      "swift: it can't be started: \(reason); install Swift, or name the executables"
    case .noProducts(let package, let ending):
      """
      \(package): swift build --show-bin-path \(ending); run it there to see why
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
    case .countsNothing(let pattern, let rows):
      """
      --counts-filter \(pattern): it matches no row that runs; use a pattern that matches one of these:
      \(rows.map { "  \($0)" }.joined(separator: "\n"))
      """
    case .countsOnlyThreads(let pattern):
      """
      --counts-filter \(pattern): it matches only rows with several threads, which are not counted; use a \
      pattern that matches others
      """
    case .quickLeavesNothing(let rows):
      """
      --quick: it leaves out all rows that were chosen, as too large for a first look; leave out \
      --quick, or choose others than these:
      \(rows.map { "  \($0)" }.joined(separator: "\n"))
      """
    case .notASuite(let path, let ending):
      """
      \(path): it does not list its rows, it \(ending); give an executable whose main is that of a \
      BenchmarkSuite
      """
    case .ended(let path, let ending, let keptRows):
      """
      \(path): it \(ending) after \(keptRows) \(keptRows == 1 ? "row" : "rows"), \
      \(keptRows == 0 ? "nothing of it is kept" : "which the result keeps"); run it alone to see why
      """
    case .hung(let path, let timeout):
      """
      \(path): it made no progress in \(timeout), and was ended; run it alone to see where it hangs, or \
      give it longer (--timeout)
      """
    case .notStarted(let path, let reason):
      "\(path): it can't be started: \(reason); give the path of a benchmark executable"
    case .interrupted(let keptRows):
      """
      interrupted: \(keptRows == 0 ? "nothing was measured" : "the result is what there was by then"); \
      run it again for all
      """
    case .noTemporaryDirectory(let reason):
      "TMPDIR: cannot make a temporary directory: \(reason); set it to a directory with free space"
    case .file(let description):
      description
    }
  }
}
