/// Why a history can't be read, or values can't be added to it.
public enum HistoryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The folder or one of its files can't be read; what the system says.
  case cannotRead(path: String, reason: String)
  /// The folder or one of its files can't be written; what the system says.
  case cannotWrite(path: String, reason: String)
  /// A value that is to be added is not finite.
  case notFinite(row: String, metric: String)
  /// A value that is to be added occurs twice among them.
  case addedTwice(row: String, metric: String, commit: String)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .cannotRead(let path, let reason):
      "\(path): cannot read the history: \(reason); add results with hamon history add first"
    case .cannotWrite(let path, let reason):
      "\(path): cannot write the history: \(reason); nothing was changed, make room or choose "
        + "another --directory"
    case .notFinite(let row, let metric):
      "\(row): its \(metric) is not a finite number; leave it out"
    case .addedTwice(let row, let metric, let commit):
      "\(row): its \(metric) at commit \(commit.prefix(12)) was given twice; add one result at a time"
    }
  }
}
