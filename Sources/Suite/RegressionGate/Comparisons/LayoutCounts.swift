import BenchmarkResults
import ProcessLaunching

/// The counts of a row at both sides, in as many memory layouts as it takes to believe them.
///
/// A hash table that takes its address for a seed executes other instructions where something else that is made before
/// it moves the heap. In one layout that looks like a change of the row, and it is the same each time.
struct LayoutCounts {
  /// In how many layouts a row is counted that seems to have changed.
  static let someLayouts = 5
  /// In how many, where these agree that it has and not by how much.
  static let allLayouts = 15
  /// By how much the change may differ between layouts, as a share of the limit, and be the same.
  private static let agreement = 0.1

  private(set) var base: [RowCounts] = []
  private(set) var head: [RowCounts] = []

  /// Counts in one layout after another, until the counts are the same or say what they can.
  ///
  /// - Parameters:
  ///   - limits: The limits of a change.
  ///   - layouts: In how many layouts at most.
  ///   - seconds: How long it may have taken before more than ``someLayouts`` are counted.
  ///   - count: Counts both sides in a layout.
  /// - Returns: The counts of each layout.
  /// - Throws: `ProcessFailure`, where one can't be counted.
  static func take(
    limits: GateLimits,
    layouts: Int,
    seconds: Double,
    count: (Int) async throws(ProcessFailure) -> (base: RowCounts, head: RowCounts)
  ) async throws(ProcessFailure) -> LayoutCounts {
    var counts = LayoutCounts()
    let start = ContinuousClock.now
    for layout in 0..<layouts {
      if layout == 1, counts.areSame(limits: limits) { break }
      if layout == someLayouts {
        let spent = (ContinuousClock.now - start) / .seconds(1)
        guard counts.needMore(limits: limits), spent <= seconds else { break }
      }
      let (base, head) = try await count(layout)
      counts.base.append(base)
      counts.head.append(head)
    }
    return counts
  }

  private func comparisons(_ limits: GateLimits) -> [MetricComparison] {
    MetricComparison.counts(base: base, head: head, limits: limits).filter(\.isGated)
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
      guard comparison.verdict == .regression || comparison.verdict == .improvement else {
        return false
      }
      guard let lower = comparison.lower, let upper = comparison.upper else { return false }
      return upper - lower > Self.agreement * limits.instructions
    }
  }
}

extension LayoutCounts {
  /// The layout in which the instructions have changed by the median of all layouts, so that what is said of its
  /// functions adds up to what is said of the row; 0 where there is none.
  static func typicalLayout(base: [RowCounts], head: [RowCounts]) -> Int {
    let changes = zip(base, head).map { $1.instructions - $0.instructions }
    let order = changes.indices.sorted { (changes[$0], $0) < (changes[$1], $1) }
    return order.isEmpty ? 0 : order[(order.count - 1) / 2]
  }
}

extension RowCounts {
  /// The medians of the counts of several runs, each by itself; at least one run.
  static func median(_ runs: [RowCounts]) -> RowCounts {
    joining(runs) { Statistics.median(of: $0) }
  }

  /// Makes one value of those of several runs, of each count by itself; at least one run.
  static func joining(_ runs: [RowCounts], by join: ([Double]) -> Double) -> RowCounts {
    let systemCalls = runs.compactMap(\.systemCalls)
    return RowCounts(
      instructions: join(runs.map(\.instructions)),
      allocations: join(runs.map(\.allocations)),
      objects: join(runs.map(\.objects)),
      retains: join(runs.map(\.retains)),
      releases: join(runs.map(\.releases)),
      systemCalls: systemCalls.count == runs.count ? join(systemCalls) : nil,
      iterations: runs[0].iterations
    )
  }
}
