import BenchmarkResults
import Counting
import ProcessLaunching
import Statistics

/// The counts of a row or command on both sides, over enough runs to be trusted.
///
/// A hash table that is seeded with its address executes other instructions when an earlier allocation moves the heap. Within one memory
/// layout that looks like a change of the row, and it repeats exactly. And how several threads or tasks meet differs from run to run, which
/// changes their counts.
struct RepeatedCounts {
  /// The number of layouts for a row that seems to have changed, and for a command at first.
  static let someLayouts = 5
  /// The number of layouts if these don't settle it.
  static let allLayouts = 15
  /// The number of runs for several threads or tasks, if time permits.
  static let allMeetings = 5
  /// How far apart layouts may put a change that still counts as the same, as a share of the limit.
  private static let agreement = 0.1

  private(set) var runs: [Sides<CountedRow>] = []

  /// The subject of counting, which decides how often it runs.
  enum Kind {
    /// Counted in one layout if both sides count the same, else in more until the result is stable.
    case row
    /// Counted in ``someLayouts``, and in more if these show a change or leave one open.
    case command
    /// Several threads or tasks, counted in this many runs.
    case meetings(Int)
  }

  /// Counts in one run after another.
  ///
  /// - Parameters:
  ///   - kind: What is counted.
  ///   - seconds: The time limit: of ``someLayouts`` for more layouts to follow, and of meetings for another one to follow.
  ///   - limits: The limits of a change.
  ///   - count: Counts both sides in a run.
  /// - Returns: The counts of each run.
  /// - Throws: `ProcessFailure` if a run can't be counted.
  static func take(
    _ kind: Kind,
    seconds: Double,
    limits: GateLimits,
    count: (Int) async throws(ProcessFailure) -> Sides<CountedRow>
  ) async throws(ProcessFailure) -> RepeatedCounts {
    let most = if case .meetings(let runs) = kind { runs } else { allLayouts }
    var counts = RepeatedCounts()
    let start = ContinuousClock.now
    repeat {
      counts.runs.append(try await count(counts.runs.count))
      let isLate = (ContinuousClock.now - start) / .seconds(1) > seconds
      let isEnough =
        switch (kind, counts.runs.count) {
        case (.row, 1): counts.areSame(limits: limits)
        case (.row, someLayouts): isLate || !counts.needMore(limits: limits)
        case (.command, someLayouts):
          isLate || counts.comparisons(limits).allSatisfy { $0.verdict == .pass }
        case (.meetings, _): isLate
        default: false
        }
      if isEnough { break }
    } while counts.runs.count < most
    return counts
  }

  var counts: Sides<[RowCounts]> {
    Sides { side in runs.map { $0[side].counts } }
  }

  private func comparisons(_ limits: GateLimits) -> [MetricComparison] {
    MetricComparison.counts(counts, limits: limits).filter(\.isGated)
  }

  /// Whether both sides count the same.
  ///
  /// Being within the limits isn't enough: a layout may hide as much of a change as it causes elsewhere.
  private func areSame(limits: GateLimits) -> Bool {
    comparisons(limits).allSatisfy { comparison in
      comparison.verdict == .pass
        && abs(comparison.change ?? 0) <= Self.agreement * comparison.limit
    }
  }

  /// Whether all layouts show a change, but each a different one: by chance, that happens one time in sixteen.
  private func needMore(limits: GateLimits) -> Bool {
    comparisons(limits).contains { comparison in
      guard comparison.verdict.isChange, let lower = comparison.lower, let upper = comparison.upper
      else { return false }
      return upper - lower > Self.agreement * limits.instructions
    }
  }

  /// The run whose change of instructions is the median, so that the functions' differences add up to the row's; needs at least one run.
  var typical: (layout: Int, profiles: Sides<CountedRuns>) {
    let changes = runs.map { $0.map(\.counts.instructions).difference }
    let order = changes.indices.sorted { (changes[$0], $0) < (changes[$1], $1) }
    let layout = order[(order.count - 1) / 2]
    return (layout, runs[layout].map(\.runs))
  }
}

/// Runs in which threads or tasks met differently are compared by their means; a difference within their scatter is none.
extension RepeatedCounts {
  /// The joined profiles of all runs.
  var profiles: Sides<CountedRuns> {
    Sides { side in CountedRuns(joining: runs.map { $0[side].runs }) }
  }

  /// How much the means of each metric may differ by chance; empty after one run, which shows no scatter.
  ///
  /// Half of the 99 % interval of Student's t distribution, with equally many runs on both sides.
  var chance: [GateMetric: Double] {
    guard runs.count > 1 else { return [:] }
    let bound = StudentT.bound(confidence: 0.99, freedom: 2 * runs.count - 2)
    let chances = GateMetric.counts.map { metric in
      let variances = counts.map { Moments($0.compactMap(metric.count)).variance }
      let variance = (variances.base + variances.head) / Double(runs.count)
      return (metric, bound * variance.squareRoot())
    }
    return Dictionary(uniqueKeysWithValues: chances)
  }
}

extension RowCounts {
  /// The median of each count over several runs; at least one run.
  static func median(_ runs: [RowCounts]) -> RowCounts {
    joining(runs) { $0.median }
  }

  /// The mean of each count; at least one run.
  static func mean(_ runs: [RowCounts]) -> RowCounts {
    joining(runs) { Moments($0).mean }
  }
}

/// A row or a command that is counted under valgrind.
protocol CountedPair: Sendable {
  /// Counts a side in a memory layout.
  func measure(_ side: Side, layout: Int) async throws -> CountedRow

  /// Runs a side once more for the cost of each of its instructions; `nil` without debug information.
  func sites(_ side: Side, layout: Int) async throws -> SiteProfile?
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

  private func count(_ side: Side, _ layout: Int) async -> Result<CountedRow, ProcessFailure> {
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
    return Sides(try await baseSites, try await headSites)
  }
}

extension RowEvidence {
  /// Counts a pair, and finds the functions behind what has changed.
  mutating func count(
    _ pair: some CountedPair,
    as kind: RepeatedCounts.Kind,
    _ options: GateOptions
  ) async {
    let isConcurrent = isConcurrent
    let counts: RepeatedCounts
    do throws(ProcessFailure) {
      counts = try await RepeatedCounts.take(
        kind,
        // Another ten layouts must not use up a job's time.
        seconds: (isConcurrent ? 1 : 10) * options.rowSeconds,
        limits: options.limits
      ) { (run) async throws(ProcessFailure) in
        // Meetings vary more than memory layouts do.
        try await pair.count(layout: isConcurrent ? 0 : run)
      }
    } catch {
      countingFailure = error.description
      return
    }
    let runs = counts.counts
    let joined = runs.map(isConcurrent ? RowCounts.mean : RowCounts.median)
    (baseCounts, headCounts) = (joined.base, joined.head)
    if !isConcurrent, counts.runs.count > 1 {
      (baseCountRuns, headCountRuns) = (runs.base, runs.head)
    }
    let (layout, profiles) = isConcurrent ? (0, counts.profiles) : counts.typical
    attribution = await options.culpritSearch.attribution(
      profiles,
      comparisons: MetricComparison.counts(of: self, limits: options.limits),
      chance: isConcurrent ? counts.chance : [:],
      isConcurrent: isConcurrent
    ) {
      try await pair.sites(layout: layout)
    }
  }
}
