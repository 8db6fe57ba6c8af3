/// What pairs of processes have shown of one time of a row.
package struct TimeEvidence: Codable, Equatable, Sendable {
  /// Which time.
  package var metric: GateMetric
  /// The log-ratios of the pairs.
  package var ratios: PairRatios
  /// The median sample of the base, in nanoseconds an operation.
  package var base: Double
  /// The median sample of the head, in nanoseconds an operation.
  package var head: Double
  /// Whether several threads or tasks take part.
  package var isConcurrent = false
  /// Whether all pairs of the plan were taken, and not only those of the first look.
  package var isWhole: Bool
}
