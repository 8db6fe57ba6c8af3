/// What a round, or a group of rounds, has given for a bar.
package struct RoundValue: Equatable, Sendable {
  /// How long a cache line takes to another processor and back on the reference machine, in nanoseconds, while the two have a cache in
  /// common.
  package static let referenceHandOver = 55.0

  /// From what time on the processors count as far from each other, in nanoseconds.
  ///
  /// On the reference machine it was at most 113 ns while they had a cache in common, and at least 312 ns while they had none.
  static let farHandOver = 3 * referenceHandOver

  /// The value, in the unit of the bar's limit.
  package let value: Double

  /// How long a cache line took to another processor and back meanwhile, in nanoseconds; `nil` where nothing depends on it, or it wasn't
  /// measured.
  package let handOver: Double?

  /// Notes a value.
  package init(_ value: Double, handOver: Double? = nil) {
    self.value = value
    self.handOver = handOver
  }

  /// Whether the processors were far from each other.
  var isFar: Bool { handOver.map { $0 > Self.farHandOver } ?? false }
}
