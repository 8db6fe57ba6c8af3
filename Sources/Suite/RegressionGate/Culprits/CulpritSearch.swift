import CommandRunning
import Counting
import Foundation
import Statistics
import SuiteErrors

/// Finds the functions behind changed counts of a row.
struct CulpritSearch {
  /// The share from which a difference of instructions is reported without a gate; calls repeat exactly.
  private static let comparedShare = 0.001

  let scope: AttributionScope
  let findsLines: Bool

  /// Searches the profiles of a row's counts.
  ///
  /// - Parameters:
  ///   - profiles: The profiles of both sides.
  ///   - comparisons: The judged counts.
  ///   - chance: How much each count may differ between runs of the same program.
  ///   - isConcurrent: Whether several threads or tasks take part.
  ///   - rerun: Runs both sides once more for the cost of each instruction; `nil` for a side without debug
  ///     information.
  /// - Returns: The functions; `nil` if nothing has changed.
  func attribution(
    _ profiles: Sides<CountedRuns>,
    comparisons: [MetricComparison],
    chance: [GateMetric: Double] = [:],
    isConcurrent: Bool = false,
    rerun: () async throws -> Sides<SiteProfile>?
  ) async -> RowAttribution? {
    let changed = changed(comparisons, chance: chance)
    guard !changed.isEmpty else { return nil }
    let graphs = profiles.map { $0.callGraph() }
    let comparison = CostComparison(graphs, metrics: changed.map(\.metric))
    var result = RowAttribution()
    for (metric, tolerance) in changed {
      result.differences.append(
        comparison.difference(metric, counts: comparison.totals(metric), tolerance: tolerance)
      )
    }
    for side in Side.allCases where CostComparison.isWithoutSymbols(graphs[side]) {
      result.notes.append(
        "\(side.rawValue): the program has no symbols, so its functions are not named; "
          + "build it without -Xlinker -s"
      )
    }
    if isConcurrent {
      result.notes.append("several threads or tasks: what they execute depends on how they meet")
    }
    if findsLines, result.differences.contains(where: { $0.culprits.contains(where: \.isWritten) })
    {
      await addLines(to: &result, comparison, rerun: rerun)
    }
    result.stacks = comparison.stacks()
    return result
  }

  private func addLines(
    to result: inout RowAttribution,
    _ comparison: CostComparison,
    rerun: () async throws -> Sides<SiteProfile>?
  ) async {
    do {
      let symbolizer = try Symbolizer()
      guard let sites = try await rerun() else { return }
      try await comparison.addLines(
        to: &result.differences,
        sites: sites,
        symbolizer: symbolizer
      )
    } catch {
      result.notes.append("no source lines: \(error)")
    }
  }

  /// The metrics to explain, with the tolerance for chance of each.
  private func changed(
    _ comparisons: [MetricComparison],
    chance: [GateMetric: Double]
  ) -> [(metric: CostMetric, tolerance: Double)] {
    switch scope {
    case .none: return []
    case .changed:
      // Rows without a gated change need no explanation.
      guard comparisons.contains(where: { $0.isGated && $0.metric.isCount && $0.verdict.isChange })
      else {
        return []
      }
      return comparisons.compactMap { comparison in
        guard comparison.verdict.isChange, let metric = CostMetric(comparison.metric) else {
          return nil
        }
        let share = comparison.metric == .instructions ? comparison.limit : 0
        return (metric, share * comparison.base)
      }
    case .all:
      return comparisons.compactMap { comparison in
        guard let metric = CostMetric(comparison.metric) else { return nil }
        let least = metric == .instructions ? Self.comparedShare * comparison.base : 1e-6
        let tolerance = max(least, chance[comparison.metric] ?? 0)
        guard abs(comparison.head - comparison.base) > tolerance else { return nil }
        return (metric, tolerance)
      }
    }
  }
}

/// The rows whose differences are reported function by function.
package enum AttributionScope: Sendable {
  case none
  /// Rows whose counts a gate calls a regression or an improvement.
  case changed
  /// All rows that differ.
  case all
}

extension CostMetric {
  /// A count of the gate; `nil` for times and memory.
  init?(_ metric: GateMetric) {
    switch metric {
    case .instructions: self = .instructions
    case .allocations: self = .allocations
    case .retains: self = .retains
    case .releases: self = .releases
    default: return nil
    }
  }
}
