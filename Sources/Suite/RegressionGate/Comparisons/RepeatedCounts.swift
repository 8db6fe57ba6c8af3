import BenchmarkResults
import ExactCounts
import ProcessLaunching

/// The counts of a row or command at both sides, in as many runs as it takes to believe them.
///
/// A hash table that takes its address for a seed executes other instructions where something else that is made before
/// it moves the heap. In one memory layout that looks like a change of the row, and it is the same each time. And how several
/// threads or tasks meet differs from run to run, and with it what they execute.
struct RepeatedCounts {
  /// In how many layouts a row is counted that seems to have changed, and a command at first.
  static let someLayouts = 5
  /// In how many, where these don't settle it.
  static let allLayouts = 15
  /// In how many runs several threads or tasks are counted, where there is time.
  static let allMeetings = 5
  /// By how much the change may differ between layouts, as a share of the limit, and be the same.
  private static let agreement = 0.1

  private(set) var runs: [Sides<CountedRow>] = []

  /// Counts in one run after another.
  ///
  /// - Parameters:
  ///   - most: In how many at most.
  ///   - isEnough: Whether no other is begun, after those so far and so many seconds.
  ///   - count: Counts both sides in a run.
  /// - Returns: The counts of each run.
  /// - Throws: `ProcessFailure`, where one can't be counted.
  private static func take(
    _ most: Int,
    isEnough: (RepeatedCounts, _ seconds: Double) -> Bool,
    count: (Int) async throws(ProcessFailure) -> Sides<CountedRow>
  ) async throws(ProcessFailure) -> RepeatedCounts {
    var counts = RepeatedCounts()
    let start = ContinuousClock.now
    for run in 0..<most {
      if run > 0, isEnough(counts, (ContinuousClock.now - start) / .seconds(1)) { break }
      counts.runs.append(try await count(run))
    }
    return counts
  }

  /// Counts a row in one memory layout after another, until the counts are the same or say what they can; in more than
  /// ``someLayouts`` only if these haven't taken longer than so many seconds.
  static func ofRow(
    limits: GateLimits,
    seconds: Double,
    count: (Int) async throws(ProcessFailure) -> Sides<CountedRow>
  ) async throws(ProcessFailure) -> RepeatedCounts {
    try await take(
      allLayouts,
      isEnough: { counts, spent in
        switch counts.runs.count {
        case 1: counts.areSame(limits: limits)
        case someLayouts: !counts.needMore(limits: limits) || spent > seconds
        default: false
        }
      },
      count: count
    )
  }

  /// Counts a command in several memory layouts; in more than ``someLayouts`` if these leave it open whether something has
  /// changed, or say that it has, and haven't taken longer than so many seconds.
  static func ofCommand(
    limits: GateLimits,
    seconds: Double,
    count: (Int) async throws(ProcessFailure) -> Sides<CountedRow>
  ) async throws(ProcessFailure) -> RepeatedCounts {
    try await take(
      allLayouts,
      isEnough: { counts, spent in
        counts.runs.count == someLayouts
          && (counts.comparisons(limits).allSatisfy { $0.verdict == .pass } || spent > seconds)
      },
      count: count
    )
  }

  /// Counts a row with several threads or tasks; no run is begun after so many seconds.
  static func ofMeetings(
    runs: Int,
    seconds: Double,
    count: (Int) async throws(ProcessFailure) -> Sides<CountedRow>
  ) async throws(ProcessFailure) -> RepeatedCounts {
    try await take(runs, isEnough: { $1 > seconds }, count: count)
  }

  var counts: Sides<[RowCounts]> {
    Sides(base: runs.map(\.base.counts), head: runs.map(\.head.counts))
  }

  private func comparisons(_ limits: GateLimits) -> [MetricComparison] {
    MetricComparison.counts(counts, limits: limits).filter(\.isGated)
  }

  /// Whether both sides count the same: not only less than the limits apart, since a layout may hide as much of a
  /// change as it makes elsewhere.
  private func areSame(limits: GateLimits) -> Bool {
    comparisons(limits).allSatisfy { comparison in
      comparison.verdict == .pass
        && abs(comparison.change ?? 0) <= Self.agreement * comparison.limit
    }
  }

  /// Whether all layouts say that something has changed, and each by something else: by chance, one of sixteen times.
  private func needMore(limits: GateLimits) -> Bool {
    comparisons(limits).contains { comparison in
      guard comparison.verdict.isChange, let lower = comparison.lower, let upper = comparison.upper
      else { return false }
      return upper - lower > Self.agreement * limits.instructions
    }
  }

  /// The run in which the instructions have changed by the median of all, so that what is said of its functions adds up
  /// to what is said of the row; at least one run.
  var typical: (layout: Int, profiles: Sides<CountedRuns>) {
    let changes = runs.map { $0.head.counts.instructions - $0.base.counts.instructions }
    let order = changes.indices.sorted { (changes[$0], $0) < (changes[$1], $1) }
    let layout = order[(order.count - 1) / 2]
    return (layout, runs[layout].map(\.runs))
  }
}

/// Of runs in which several threads or tasks met differently the means are compared, and a difference that their scatter
/// explains is none.
extension RepeatedCounts {
  /// The profiles of all runs, as those of one.
  var profiles: Sides<CountedRuns> {
    Sides(
      base: CountedRuns(joining: runs.map(\.base.runs)),
      head: CountedRuns(joining: runs.map(\.head.runs))
    )
  }

  /// By how much the means of each metric may differ by chance; nothing after one run, which tells no scatter.
  ///
  /// It is half of the 99 % interval of Student's t distribution, of as many runs on both sides.
  var chance: [GateMetric: Double] {
    guard runs.count > 1 else { return [:] }
    let bound = StudentT.bound(confidence: 0.99, freedom: 2 * runs.count - 2)
    var chance: [GateMetric: Double] = [:]
    for metric in GateMetric.counts {
      let variances = counts.map { counts in
        SampleMoments(counts.compactMap(metric.count)).variance
      }
      let variance = variances.base + variances.head
      chance[metric] = bound * (variance / Double(runs.count)).squareRoot()
    }
    return chance
  }
}

extension RowCounts {
  /// The medians of the counts of several runs, each by itself; at least one run.
  static func median(_ runs: [RowCounts]) -> RowCounts {
    joining(runs) { Statistics.median(of: $0) }
  }

  /// The means; at least one run.
  static func mean(_ runs: [RowCounts]) -> RowCounts {
    joining(runs) { SampleMoments($0).mean }
  }
}

/// A row or a command that is counted under valgrind.
protocol CountedPair: Sendable {
  /// Counts a side in a memory layout.
  func measure(_ side: GateSide, layout: Int) async throws -> CountedRow

  /// Runs a side once more, for the cost of each of its instructions; `nil` without debug information.
  func sites(_ side: GateSide, layout: Int) async throws -> SiteProfile?
}

extension CountedPair {
  /// Counts both sides at once.
  ///
  /// - Throws: `ProcessFailure`, which names the side.
  func count(layout: Int) async throws(ProcessFailure) -> Sides<CountedRow> {
    async let baseCounts = count(.base, layout)
    async let headCounts = count(.head, layout)
    let (base, head) = (await baseCounts, await headCounts)
    return Sides(base: try base.get(), head: try head.get())
  }

  private func count(_ side: GateSide, _ layout: Int) async -> Result<CountedRow, ProcessFailure> {
    do {
      return .success(try await measure(side, layout: layout))
    } catch {
      return .failure(ProcessFailure("\(side.rawValue): \(error)"))
    }
  }

  /// Runs both sides once more, at once; `nil` if one has no debug information.
  func sites(layout: Int) async throws -> Sides<SiteProfile>? {
    async let baseSites = sites(.base, layout: layout)
    async let headSites = sites(.head, layout: layout)
    guard let base = try await baseSites, let head = try await headSites else { return nil }
    return Sides(base: base, head: head)
  }
}

extension RowEvidence {
  /// Takes the counts of several memory layouts, and finds the functions behind what has changed.
  mutating func take(
    _ counts: RepeatedCounts,
    of pair: some CountedPair,
    _ options: GateOptions
  ) async {
    let runs = counts.counts
    baseCounts = .median(runs.base)
    headCounts = .median(runs.head)
    if counts.runs.count > 1 { (baseCountRuns, headCountRuns) = (runs.base, runs.head) }
    let (layout, profiles) = counts.typical
    attribution = await options.culpritSearch.attribution(
      profiles,
      comparisons: MetricComparison.counts(of: self, limits: options.limits)
    ) {
      try await pair.sites(layout: layout)
    }
  }
}
