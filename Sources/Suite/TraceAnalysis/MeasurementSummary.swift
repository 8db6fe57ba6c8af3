/// The values of one measurement: `signpost:measurement`.
///
/// Units: whatever the name says. Percentiles are exact to three digits or three decimals.
public struct MeasurementSummary: Sendable, Codable, Equatable {
  /// Its name.
  public var name: String
  /// The subsystem of the signposter.
  public var subsystem: String
  /// The category of the signposter.
  public var category: String
  /// How many values there are.
  public var count: UInt64
  /// Their mean.
  public var mean: Double
  /// The least.
  public var minimum: Double
  /// The median; `nil` where some are negative.
  public var p50: Double?
  /// The 90th percentile; `nil` as for the median.
  public var p90: Double?
  /// The 99th percentile; `nil` as for the median.
  public var p99: Double?
  /// The greatest.
  public var maximum: Double
}
