/// What pairs of processes have shown of one time of a row.
public struct TimeEvidence: Codable, Equatable, Sendable {
  /// Which time.
  public var metric: GateMetric
  /// The log-ratios of the pairs.
  public var ratios: PairRatios
  /// The median sample of the base, in nanoseconds an operation.
  public var base: Double
  /// The median sample of the head, in nanoseconds an operation.
  public var head: Double
  /// Whether several threads or tasks take part.
  public var isConcurrent = false
  /// Whether all pairs of the plan were taken, and not only those of the first look.
  public var isWhole: Bool
}
