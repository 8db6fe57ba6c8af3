import ProcessLaunching

/// One side of a pair: something that takes samples when asked.
protocol RowSampler: AnyObject {
  /// Takes samples.
  ///
  /// - Returns: The wall time of each, in nanoseconds.
  /// - Throws: ``ProcessFailure``.
  func sample(_ count: Int) throws(ProcessFailure) -> [Double]

  /// Checks the answer and ends.
  ///
  /// - Throws: ``ProcessFailure`` if it is wrong.
  func finish() throws(ProcessFailure)

  /// Ends without a word, after an error on either side.
  func abandon()
}
