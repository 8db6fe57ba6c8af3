/// Why `hamon history` does not do what it was asked for.
enum HistoryCommandError: Error, Equatable, CustomStringConvertible {
  case noPackage(directory: String)
  case noCommit(file: String, suite: String)
  case dirty(file: String, suite: String, commit: String)
  case notOptimized(file: String, suite: String)
  case nothingMeasured(file: String)
  case unknownCommit(revision: String, directory: String)
  case noDate(commit: String, directory: String)
  case invalidFilter(pattern: String)
  case nothingMatches(path: String, available: [String])
  case cannotWrite(path: String, reason: String)

  /// What is wrong and what to do.
  var description: String {
    switch self {
    case .noPackage(let directory):
      "\(directory): there is no Package.swift here or above; give --package-path or --directory"
    case .noCommit(let file, let suite):
      "\(file): \(suite) was not measured in a git checkout; give its commit with --commit"
    case .dirty(let file, let suite, let commit):
      "\(file): \(suite) was measured with changes to \(commit.prefix(12)) that are in no commit; "
        + "commit and measure again, or keep it as that commit with --allow-dirty"
    case .notOptimized(let file, let suite):
      "\(file): \(suite) was built without optimization; build with swift build -c release and "
        + "measure again"
    case .nothingMeasured(let file):
      "\(file): it has no rows; give a file that hamon bench --json has written"
    case .unknownCommit(let revision, let directory):
      "--commit \(revision): git knows no such commit in \(directory); give its full hash and --date"
    case .noDate(let commit, let directory):
      "\(commit.prefix(12)): git does not know this commit in \(directory); give when it was made with "
        + "--date"
    case .invalidFilter(let pattern):
      "--filter \(pattern): it is not a regular expression; escape the characters that are special"
    case .nothingMatches(let path, let available):
      "\(path): none of its series are of these rows and metrics; it has\n"
        + available.map { "  \($0)" }.joined(separator: "\n")
    case .cannotWrite(let path, let reason):
      "\(path): cannot write it (\(reason)); give a file in a directory that exists and is writable"
    }
  }
}
