/// What one source component of the library reads.
struct TraceInput {
  /// The directories that together are one trace.
  var paths: [String]

  /// The file or directory of the user's that this stands for.
  var subject: String

  /// Whether a fault of it has been reported already, so that the library's complaint about the same
  /// damage isn't news.
  var hasKnownFault = false

  /// The directories to read stream by stream if the library can't open the whole; empty if this is
  /// one stream already.
  var divisible: [TraceDirectory] = []
}
