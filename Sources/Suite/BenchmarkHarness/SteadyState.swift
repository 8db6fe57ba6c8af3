/// Tells whether what is sampled has settled: whether its last samples still have a trend.
///
/// A warm-up of a fixed time is too short for some programs and never ends for others. Here it has ended
/// when the last samples neither rise nor fall by Mann's test, or by so little that it doesn't matter. The
/// test goes by ranks, so single slow samples, of which a shared machine has many, don't count for more
/// than others.
///
/// Source: Barrett et al., Virtual Machine Warmup Blows Hot and Cold, OOPSLA 2017, on why not a fixed
/// time; Mann, Nonparametric Tests Against Trend, Econometrica 13 (1945); Sen, JASA 63 (1968), on the
/// slope.
struct SteadyState {
  /// How many of the last samples are judged.
  static let window = 20
  /// With fewer samples than these even a perfect order is no evidence.
  static let minimumCount = 5
  /// The change from the first to the last of the samples that doesn't matter, as a part of their median.
  static let tolerance = 0.02

  private var recent: [Double] = []

  /// Takes note of what a sample took.
  mutating func record(nanoseconds: UInt64) {
    if recent.count == Self.window { recent.removeFirst() }
    recent.append(Double(nanoseconds))
  }

  /// Whether the last samples have no trend that matters; `nil` where they are too few to tell.
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
    let change = Statistics.median(of: slopes) * Double(count - 1)
    return abs(change) <= Statistics.median(of: recent) * Self.tolerance
  }
}
