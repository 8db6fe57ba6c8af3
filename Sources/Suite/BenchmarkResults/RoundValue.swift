/// What a round, or a group of rounds, has given for a bar.
package struct RoundValue: Equatable, Sendable {
  /// How long a cache line takes to another processor and back on the reference machine, in nanoseconds, while the two have a cache in
  /// common.
  package static let referenceHandOver = 55.0

  /// From what time on the processors count as far from each other, in nanoseconds.
  ///
  /// On the reference machine it was at most 113 ns while they had a cache in common, and at least 312 ns while they had none.
  static let farHandOver = 3 * referenceHandOver

  /// From how many times on a core counts as shared.
  ///
  /// On the reference machine independent additions took at most 1.1 times as long as at their least while nobody else used the core, and
  /// mostly 1.3 to 1.8 times while somebody did.
  static let leastCoreSharing = 1.15

  /// The value, in the unit of the bar's limit.
  package let value: Double

  /// How long a cache line took to another processor and back meanwhile, in nanoseconds; `nil` where nothing depends on it, or it wasn't
  /// measured.
  package let handOver: Double?

  /// How many times as long as at other times independent additions took meanwhile, measured in dependent ones: more than once is a neighbour
  /// on the core's other hardware thread; `nil` where it wasn't measured.
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
