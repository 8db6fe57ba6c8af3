/// Why an export could not be written.
public struct TraceExportError: Error, CustomStringConvertible {
  /// Where it was to be written.
  public let path: String
  /// What the system says.
  public let reason: String

  /// The subject, what is wrong, and what to do.
  public var description: String {
    "\(path): cannot write it (\(reason)); give a file in a directory that exists and has room"
  }
}
