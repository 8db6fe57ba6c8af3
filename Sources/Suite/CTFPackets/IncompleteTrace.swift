/// The mark of a trace whose end is missing without a trace of that in its packets: the disk was full.
package enum IncompleteTrace {
  /// The name of an empty file in the directory of the trace.
  package static let fileName = ".hamon-incomplete"
}
