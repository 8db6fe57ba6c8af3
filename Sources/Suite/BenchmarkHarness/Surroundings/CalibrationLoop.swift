import CMachine

/// A loop that measures one kind of speed of a machine, so that a limit in nanoseconds carries over to others.
///
/// The limits of `Bar(_:medianAtMost:calibratedBy:)` and `Bar(_:over:atMost:calibratedBy:)` are nanoseconds of the reference machine. In
/// each round the loop runs next to the row; if it takes 1.5 times as long as on the reference machine, the limit is 1.5 times as long.
public enum CalibrationLoop: String, CaseIterable, Sendable {
  /// Additions that wait for each other, one cycle each: the clock of the processor.
  case dependentAdd = "a dependent add"
  /// Additions that don't wait for each other, as many per cycle as the core can do: its throughput. A neighbour on the same core (its
  /// other hardware thread) takes a part of it, but slows no dependent add.
  case independentAdd = "an independent add"
  /// Loads that wait for each other, each of a line in no cache: the latency of memory.
  case missingLoad = "a load that misses the caches"
  /// A compare-and-swap of a word that no other thread uses: the cost of an atomic.
  case uncontendedExchange = "an uncontended compare-and-swap"

  /// The time of one on the reference machine, in nanoseconds.
  ///
  /// The only place with these figures. They come from the machine of results/reference, an otherwise idle guest with two processors of an
  /// AMD EPYC: the median of 1000 measurements of the loop.
  public var referenceNanoseconds: Double {
    switch self {
    case .dependentAdd: 0.309
    case .independentAdd: 0.084
    case .missingLoad: 145
    case .uncontendedExchange: 2.6
    }
  }

  /// The turns of the loop in a measurement: some ten microseconds.
  private var count: UInt64 {
    switch self {
    case .dependentAdd: 40_000
    case .independentAdd: 80_000
    case .missingLoad: 200
    case .uncontendedExchange: 2_000
    }
  }

  /// Measures the time of one now, in nanoseconds; `nil` if there is no memory for it.
  ///
  /// The least of five: a measurement that the system interrupts doesn't show the machine's speed.
  func nanoseconds() -> Double? {
    var least = UInt64.max
    for _ in 0..<5 {
      let start = ClockReading.wallNow()
      let result = run(count)
      least = min(least, ClockReading.wallNow() - start)
      blackHole(result)
      if self == .missingLoad, result == .max { return nil }
    }
    return Double(max(least, 1)) / Double(count)
  }

  /// Runs so many turns, a multiple of 8; returns a number that depends on each turn.
  func run(_ count: UInt64) -> UInt64 {
    switch self {
    case .dependentAdd: cmachine_dependent_adds(count, identity(3))
    case .independentAdd: cmachine_independent_adds(count, identity(3))
    case .missingLoad: cmachine_missing_loads(count)
    case .uncontendedExchange: cmachine_uncontended_exchanges(count)
    }
  }
}
