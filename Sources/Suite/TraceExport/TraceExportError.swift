/// Why an export could not be written.
package struct TraceExportError: Error, CustomStringConvertible {
  /// Where it was to be written.
  package let path: String
  /// What the system says.
  package let reason: String

  /// The subject, what is wrong, and what to do.
  package var description: String {
    "\(path): cannot write it (\(reason)); give a file in a directory that exists and has room"
  }
}
