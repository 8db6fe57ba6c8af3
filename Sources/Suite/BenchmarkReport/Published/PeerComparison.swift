import BenchmarkResults
import ReportRendering

/// A benchmark of ours beside one peer, or all of them: the comparisons in which the peer is faster.
struct PeerComparison {
  /// A row of ours, the peer's row, and the ratio of the two.
  typealias Pair = (row: RowResult, peer: RowResult, ratio: Double)

  let suite: SuiteResult
  /// The pair with the largest ratio.
  let worst: Pair
  /// The number of comparisons in which the peer is faster, and of all.
  let lost: Int
  let compared: Int

  /// Those in which a peer is faster anywhere, the largest ratio first; one for each peer, or for all peers of a benchmark.
  static func faster(in suites: [SuiteResult], apart: Bool) -> [PeerComparison] {
    suites.flatMap { suite in
      let rows = Dictionary(suite.rows.map { ($0.name, $0) }) { first, _ in first }
      let pairs = suite.rows.filter { $0.kind == .ours }.flatMap { row in
        row.ratios.compactMap { ratio -> Pair? in
          guard let peer = rows[ratio.floor], peer.kind == .peer else { return nil }
          return (row, peer, ratio.median)
        }
      }
      return pairs.grouped { [$0.row.benchmark] + (apart ? [$0.peer.benchmark] : []) }.compactMap {
        pairs -> PeerComparison? in
        guard let worst = pairs.max(by: { $0.ratio < $1.ratio }), worst.ratio > 1 else {
          return nil
        }
        return PeerComparison(
          suite: suite,
          worst: worst,
          lost: pairs.count { $0.ratio > 1 },
          compared: pairs.count
        )
      }
    }.sorted { $0.worst.ratio > $1.worst.ratio }
  }

  /// A table with a line for each.
  static func table(of comparisons: some Sequence<PeerComparison>, namesSuites: Bool) -> TextTable {
    var table = TextTable(
      headers: (namesSuites ? ["suite"] : [])
        + ["worst row", "peer", "ratio", "ours", "peer's", "peer is faster in"],
      alignments: Array(repeating: .left, count: namesSuites ? 3 : 2)
    )
    for comparison in comparisons {
      let (suite, worst) = (comparison.suite, comparison.worst)
      table.append(
        row: (namesSuites ? [suite.suite] : []) + [
          suite.words(of: worst.row), suite.words(of: worst.peer, beside: worst.row.parameters),
          SuiteResult.ratio(worst.ratio),
          DurationFormat.string(nanoseconds: worst.row.wall.median),
          DurationFormat.string(nanoseconds: worst.peer.wall.median),
          "\(comparison.lost) of \(comparison.compared)",
        ]
      )
    }
    return table
  }
}
