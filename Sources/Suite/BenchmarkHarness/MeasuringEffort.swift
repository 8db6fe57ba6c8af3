/// How much is measured of each row.
struct MeasuringEffort: Equatable, Sendable {
  /// How many rounds each row takes part in.
  var rounds: Int

  /// How many samples of a row a round takes.
  var samplesPerRound: Int

  /// How long a row runs at least before it is calibrated, in nanoseconds.
  var warmUpNanoseconds: UInt64

  /// How long it runs at most until it has settled, in nanoseconds; see ``SteadyState``.
  var warmUpLimitNanoseconds: UInt64

  static let full = MeasuringEffort(
    rounds: 20,
    samplesPerRound: 10,
    warmUpNanoseconds: 50_000_000,
    warmUpLimitNanoseconds: 1_000_000_000
  )

  static let quick = MeasuringEffort(
    rounds: 5,
    samplesPerRound: 5,
    warmUpNanoseconds: 10_000_000,
    warmUpLimitNanoseconds: 200_000_000
  )
}
