import CMachine

/// A loop that tells how fast a machine is at one thing, so that a limit in nanoseconds means as much on another.
///
/// The limits of `Bar(_:medianAtMost:calibratedBy:)` and `Bar(_:over:atMost:calibratedBy:)` are nanoseconds of the reference
/// machine. In each round the loop runs beside the row; where it takes 1.5 times as long as on the reference machine, so
/// does what the limit allows.
public enum CalibrationLoop: String, CaseIterable, Sendable {
  /// Additions that wait for each other, a cycle each: the clock of the processor.
  case dependentAdd = "a dependent add"
  /// Additions that don't wait for each other, as many a cycle as the core can: what it does at a time. A neighbour on the same core (its
  /// other hardware thread) takes a part of it, and nothing of a dependent add.
  case independentAdd = "an independent add"
  /// Loads that wait for each other, each of a line that is in no cache: the latency of memory.
  case missingLoad = "a load that misses the caches"
  /// A compare-and-swap of a word that no other thread has: what an atomic costs.
  case uncontendedExchange = "an uncontended compare-and-swap"

  /// The time of one on the reference machine, in nanoseconds.
  ///
  /// This is the one place where these figures stand: the machine of results/reference, an AMD EPYC as a guest with two
  /// processors, with nothing else to do; the median of 1000 measurements of the loop.
  public var referenceNanoseconds: Double {
    switch self {
    case .dependentAdd: 0.309
    case .independentAdd: 0.084
    case .missingLoad: 145
    case .uncontendedExchange: 2.6
    }
  }

  /// How often the loop goes round in a measurement: some ten microseconds.
  private var count: UInt64 {
    switch self {
    case .dependentAdd: 40_000
    case .independentAdd: 80_000
    case .missingLoad: 200
    case .uncontendedExchange: 2_000
    }
  }

  /// Measures what one takes now, in nanoseconds; `nil` where there is no memory for it.
  ///
  /// The least of five: one that the system interrupts says nothing about the machine's speed.
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

  /// Goes round so often, a multiple of 8 times; returns a number that depends on each time.
  func run(_ count: UInt64) -> UInt64 {
    switch self {
    case .dependentAdd: cmachine_dependent_adds(count, identity(3))
    case .independentAdd: cmachine_independent_adds(count, identity(3))
    case .missingLoad: cmachine_missing_loads(count)
    case .uncontendedExchange: cmachine_uncontended_exchanges(count)
    }
  }
}
