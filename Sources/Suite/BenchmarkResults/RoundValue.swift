/// The value of a round, or a group of rounds, for a bar.
package struct RoundValue: Equatable, Sendable {
  /// The time of a cache line to another processor and back on the reference machine, in nanoseconds, while the two share a cache.
  package static let referenceHandOver = 55.0

  /// The time beyond which processors count as far from each other, in nanoseconds.
  ///
  /// On the reference machine it was at most 113 ns with a shared cache, and at least 312 ns without.
  static let farHandOver = 3 * referenceHandOver

  /// The factor beyond which a core counts as shared.
  ///
  /// On the reference machine independent additions took at most 1.1 times their least while nobody else used the core, and mostly 1.3 to
  /// 1.8 times while somebody did.
  static let leastCoreSharing = 1.15

  /// The value, in the unit of the bar's limit.
  package let value: Double

  /// The time of a cache line to another processor and back meanwhile, in nanoseconds; `nil` if nothing depends on it, or it wasn't
  /// measured.
  package let handOver: Double?

  /// The time of independent additions meanwhile, measured in dependent ones, as a multiple of that at other times: more than 1 means a
  /// neighbour on the core's other hardware thread; `nil` if not measured.
  package let coreSharing: Double?

  package init(_ value: Double, handOver: Double? = nil, coreSharing: Double? = nil) {
    self.value = value
    self.handOver = handOver
    self.coreSharing = coreSharing
  }

  /// Whether the processors were far from each other.
  var isFar: Bool { handOver.map { $0 > Self.farHandOver } ?? false }

  /// Whether a neighbour used the same core.
  var sharesCore: Bool { coreSharing.map { $0 > Self.leastCoreSharing } ?? false }
}
