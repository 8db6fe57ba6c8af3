import TraceAnalysis

/// Writes what a trace holds in one form.
protocol TraceWriter: TraceIntervalSink {
  /// What the form has no place for, one line each.
  var omissions: [String] { get }

  /// Writes what remains when the whole trace was read.
  func finish(_ report: TraceReport)
}
