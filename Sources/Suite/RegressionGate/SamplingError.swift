/// Why one side of a row can't be sampled.
public struct SamplingError: Error, Equatable, CustomStringConvertible {
  /// What is wrong, without the name of the row.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
