/// A line of the history that was left out; all the others were read.
package struct HistoryWarning: Equatable, Sendable, CustomStringConvertible {
  /// What is wrong with a line.
  package enum Reason: Equatable, Sendable {
    /// It is cut, or not what such a line should be.
    case damaged(String)
    /// A newer version of this program has written it.
    case newerVersion(Int)
    /// A later line gives another value of the same; that one counts.
    case superseded(row: String, metric: String, commit: String)
  }

  /// The file.
  package let path: String

  /// The line, counted from 1.
  package let line: Int

  /// What is wrong with it.
  package let reason: Reason

  /// What is wrong and what to do.
  package var description: String {
    switch reason {
    case .damaged(let what):
      "\(path):\(line): the line is damaged: \(what); the others are kept, remove it or restore it "
        + "from git"
    case .newerVersion(let version):
      "\(path):\(line): the line is of version \(version), and this program reads up to "
        + "\(HistoryLine.currentVersion); the others are kept, use a newer hamon to see it"
    case .superseded(let row, let metric, let commit):
      "\(path):\(line): a later line has another \(metric) of \(row) at \(commit.prefix(12)); that one "
        + "counts, remove one of them"
    }
  }
}
