import Statistics
import SuiteErrors

/// The search for how many iterations a sample of the wanted duration takes.
///
/// The caller runs ``iterations`` iterations and reports the time with ``record(nanoseconds:)``,
/// until the search is done.
struct IterationSearch: Equatable {
  /// More iterations than any body can run in a sample: the compiler has removed the loop.
  static let iterationLimit = 1 << 40

  /// How many iterations to run next or, when it is done, in a sample.
  private(set) var iterations: Int

  /// Whether ``iterations`` is the result.
  private(set) var isDone = false

  private let target: Double

  /// Creates a search that begins with so many iterations, such as the result of one before the warm-up.
  init(targetNanoseconds: UInt64, startingWith iterations: Int = 1) {
    precondition(targetNanoseconds > 0, "the target duration of a sample is 0")
    precondition(iterations > 0, "a search can't begin with \(iterations) iterations")
    target = Double(targetNanoseconds)
    self.iterations = iterations
  }

  /// Records the time of ``iterations`` iterations.
  ///
  /// A short run is inexact, because of the clock and start-up. So the result comes from a run of at least half the target, and a shorter
  /// run multiplies the iterations by at most ten.
  ///
  /// - Throws: ``SuiteError`` if the time doesn't grow with the iterations.
  mutating func record(nanoseconds: UInt64) throws(SuiteError) {
    precondition(!isDone, "the search is done")
    let elapsed = Double(max(nanoseconds, 1))
    let wanted = Double(iterations) * target / elapsed
    if elapsed >= target / 2 {
      iterations = max(1, Int(wanted.rounded()))
      isDone = true
      return
    }
    guard iterations < Self.iterationLimit else { throw .noMeasurableTime }
    iterations = max(iterations + 1, Int(min(wanted, Double(iterations) * 10)))
  }

  /// How many samples a round takes: fewer if one iteration is longer than a sample should be, to keep the run short.
  static func samplesPerRound(
    wanted: Int,
    sampleNanoseconds: UInt64,
    targetNanoseconds: UInt64
  ) -> Int {
    // A sample that hits its target may still take 1.5 times as long.
    guard sampleNanoseconds > targetNanoseconds * 2 else { return wanted }
    return max(1, wanted * Int(targetNanoseconds) / Int(sampleNanoseconds))
  }
}

extension SuiteError {
  /// A row whose loop was removed, or computed before it begins.
  static let noMeasurableTime = SuiteError(
    "time",
    "it doesn't grow with the iterations, so the compiler has probably removed the loop, or computes its "
      + "result before it",
    remedy: "take its input through identity(_:) in each iteration, and give what it computes to "
      + "blackHole(_:)"
  )
}

/// Detects whether sampling has settled: whether the last samples still have a trend.
///
/// A warm-up of a fixed time is too short for some programs, and others never settle. This one ends when the last samples neither rise nor
/// fall by Mann's test, or by too little to matter. The test uses ranks, so single slow samples, frequent on a shared machine, don't count
/// for more than others.
///
/// Source: Barrett et al., Virtual Machine Warmup Blows Hot and Cold, OOPSLA 2017, on why not a fixed
/// time; Mann, Nonparametric Tests Against Trend, Econometrica 13 (1945); Sen, JASA 63 (1968), on the
/// slope.
struct SteadyState {
  /// The number of last samples to judge.
  static let window = 20
  /// With fewer samples than these even a perfect order is no evidence.
  static let minimumCount = 5
  /// The change from the first to the last sample that doesn't matter, as a part of their median.
  static let tolerance = 0.02

  private var recent: [Double] = []

  /// Records the time of a sample.
  mutating func record(nanoseconds: UInt64) {
    if recent.count == Self.window { recent.removeFirst() }
    recent.append(Double(nanoseconds))
  }

  /// Whether the last samples have no trend that matters; `nil` if there are too few.
  ///
  /// - Complexity: Quadratic in ``window``.
  var isSettled: Bool? {
    let count = recent.count
    guard count >= Self.minimumCount else { return nil }
    var rises = 0
    var slopes: [Double] = []
    slopes.reserveCapacity(count * (count - 1) / 2)
    for later in 1..<count {
      for earlier in 0..<later {
        let change = recent[later] - recent[earlier]
        rises += change.sign == .minus ? -1 : change > 0 ? 1 : 0
        slopes.append(change / Double(later - earlier))
      }
    }
    // The normal limit of Kendall's statistic; from 5 samples on it is near enough.
    let deviation = (Double(count * (count - 1) * (2 * count + 5)) / 18).squareRoot()
    let hasTrend = Double(max(abs(rises) - 1, 0)) / deviation > 1.959_964
    guard hasTrend else { return true }
    let change = slopes.median * Double(count - 1)
    return abs(change) <= recent.median * Self.tolerance
  }
}
