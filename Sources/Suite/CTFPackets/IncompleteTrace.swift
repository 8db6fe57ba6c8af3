/// The mark of a trace whose end is missing, because the disk was full, though its packets don't show it.
package enum IncompleteTrace {
  /// The name of an empty file in the directory of the trace.
  package static let fileName = ".hamon-incomplete"
}
