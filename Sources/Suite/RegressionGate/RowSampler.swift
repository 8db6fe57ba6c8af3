/// One side of a pair: something that takes samples when asked.
protocol RowSampler: AnyObject {
  /// Takes samples.
  ///
  /// - Returns: The wall time of each, in nanoseconds.
  /// - Throws: ``SamplingError``.
  func sample(_ count: Int) throws(SamplingError) -> [Double]

  /// Checks the answer and ends.
  ///
  /// - Throws: ``SamplingError`` if it is wrong.
  func finish() throws(SamplingError)

  /// Ends without a word, after an error on either side.
  func abandon()
}
