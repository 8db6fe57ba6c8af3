import CostAttribution
import ExactCounts
import Foundation
import SuiteErrors

/// Finds the functions behind what has changed of a row's counts.
struct CulpritSearch {
  /// From which share on a difference of instructions is told where no gate decides; calls repeat exactly.
  private static let comparedShare = 0.001

  let scope: AttributionScope
  let findsLines: Bool

  /// Searches the profiles by which a row was counted.
  ///
  /// - Parameters:
  ///   - profiles: The profiles of both sides.
  ///   - comparisons: The counts as they were judged.
  ///   - chance: Up to what difference each count differs between two runs of one program.
  ///   - isConcurrent: Whether several threads or tasks take part.
  ///   - rerun: Runs both sides once more for the cost of each instruction; `nil` for a side without debug
  ///     information.
  /// - Returns: What was found; `nil` where nothing has changed.
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
    let comparison = CostComparison(
      base: graphs.base,
      head: graphs.head,
      metrics: changed.map(\.metric)
    )
    var result = RowAttribution()
    for (metric, tolerance) in changed {
      let counts = (
        base: comparison.total(metric, of: .base), head: comparison.total(metric, of: .head)
      )
      result.differences.append(
        comparison.difference(metric, counts: counts, tolerance: tolerance)
      )
    }
    for side in [GateSide.base, .head] where CostComparison.isWithoutSymbols(graphs[side]) {
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
        base: sites.base,
        head: sites.head,
        symbolizer: symbolizer
      )
    } catch {
      result.notes.append("no source lines: \(error)")
    }
  }

  /// The metrics to be explained, with what of each may be chance.
  private func changed(
    _ comparisons: [MetricComparison],
    chance: [GateMetric: Double]
  ) -> [(metric: CostMetric, tolerance: Double)] {
    switch scope {
    case .none: return []
    case .changed:
      // Nothing of a row that passes.
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

/// The rows whose differences are told function by function.
package enum AttributionScope: Sendable {
  case none
  /// Those whose counts a gate calls a regression or an improvement.
  case changed
  /// All that differ at all.
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
