import BenchmarkResults
import ReportRendering

/// The rows in which a peer is faster.
///
/// Reports begin with them: readers who find out by themselves trust none of the rest.
struct FasterPeers {
  static let title = "Where a peer is faster"

  /// A row of ours and a faster peer.
  struct Loss: Equatable {
    let suite: String
    let row: String
    let peer: String
    /// The median over the rounds of ours / the peer, over 1.
    let ratio: Double
    /// The medians in nanoseconds.
    let median: Double
    let medianOfPeer: Double
  }

  /// The rows, from the largest ratio to the smallest.
  let losses: [Loss]
  /// The number of comparisons with peers.
  let comparisons: Int

  /// Finds them in results; floors are no peers, because nothing can be faster than a floor.
  init(_ results: ResultCollection) {
    var losses: [Loss] = []
    var comparisons = 0
    for suite in results.suites {
      let rows = Dictionary(suite.rows.map { ($0.name, $0) }) { first, _ in first }
      for row in suite.rows where row.kind == .ours {
        for ratio in row.ratios {
          guard let peer = rows[ratio.floor], peer.kind == .peer else { continue }
          comparisons += 1
          guard ratio.median > 1 else { continue }
          losses.append(
            Loss(
              suite: suite.suite,
              row: row.name,
              peer: peer.name,
              ratio: ratio.median,
              median: row.wall.median,
              medianOfPeer: peer.wall.median
            )
          )
        }
      }
    }
    self.losses = losses.sorted { $0.ratio > $1.ratio }
    self.comparisons = comparisons
  }

  /// Their number, in a sentence; `nil` if nothing is compared with a peer.
  var sentence: String? {
    guard comparisons > 0 else { return nil }
    guard !losses.isEmpty else {
      return "In none of \(comparisons) comparisons with a peer is the peer faster."
    }
    return "In \(losses.count) of \(comparisons) comparisons with a peer the peer is faster, the "
      + "largest ratio first."
  }

  /// Their number, with the largest ratio; `nil` if nothing is compared with a peer.
  var clause: String? {
    guard comparisons > 0 else { return nil }
    guard let worst = losses.first else { return sentence }
    return
      "A peer is faster in \(losses.count) of \(comparisons) comparisons, the most in \(worst.suite): "
      + "\(worst.row), \(SuiteResult.ratio(worst.ratio)) \(worst.peer)."
  }

  /// A table with a line for each; `nil` if there are none.
  var table: TextTable? {
    guard !losses.isEmpty else { return nil }
    var table = TextTable(
      headers: ["suite", "row", "peer", "ratio", "median", "peer's median"],
      alignments: [.left, .left, .left]
    )
    for loss in losses {
      table.append(
        row: [loss.suite, loss.row, loss.peer, SuiteResult.ratio(loss.ratio)]
          + [loss.median, loss.medianOfPeer].map { DurationFormat.string(nanoseconds: $0) }
      )
    }
    return table
  }

  /// The section for a terminal, with an empty line at its end; empty if nothing is compared with a peer.
  func text(width: Int? = nil) -> String {
    guard let sentence else { return "" }
    let lines = WrappedText.lines(sentence, width: width).joined(separator: "\n")
    return "\(Self.title)\n\n\(lines)\n\(table.map { "\n\($0.rendered(width: width))" } ?? "")"
  }

  /// The section in Markdown; empty if nothing is compared with a peer.
  var markdown: String {
    guard let sentence else { return "" }
    return """
      ## \(Self.title)

      \(sentence)
      \(table.map { "\n\($0.renderedMarkdown())" } ?? "")
      """
  }
}
