/// A quantity over the time of a trace, in steps of one width.
public struct TimeCurve: Sendable, Codable, Equatable {
  /// What it is of.
  public var name: String
  /// When the first step begins, in nanoseconds since the Unix epoch.
  public var begin: Int64
  /// How long a step is, in nanoseconds.
  public var step: Int64
  /// The mean in each step, weighted by time.
  public var means: [Double]
  /// The greatest value in each step.
  public var maxima: [Int64]
}
