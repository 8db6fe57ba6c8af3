/// Why a file of results can't be written or read.
public enum ResultFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file can't be written; what the system says.
  case cannotWrite(path: String, reason: String)
  /// The file can't be opened or read; what the system says.
  case cannotRead(path: String, reason: String)
  /// The file is not JSON from its beginning to its end.
  case notJSON(path: String)
  /// The file is JSON, but not of results; what was looked for and not found.
  case notResults(path: String, reason: String)
  /// The file was written by a newer version.
  case newerVersion(path: String, found: Int, supported: Int)

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .cannotWrite(let path, let reason):
      "\(path): cannot write the results: \(reason); give --json a file that can be written"
    case .cannotRead(let path, let reason):
      "\(path): cannot read the results: \(reason); give a file that a benchmark wrote with --json"
    case .notJSON(let path):
      "\(path): it is not complete JSON, it may have been cut off; measure anew with --json"
    case .notResults(let path, let reason):
      "\(path): it holds no benchmark results: \(reason); give a file written with --json"
    case .newerVersion(let path, let found, let supported):
      """
      \(path): its schema version is \(found), and the newest that can be read is \(supported); read \
      it with the version of hamon that wrote it
      """
    }
  }
}
