import Glibc
import ReportRendering
import Statistics
package import SuiteErrors

extension RowJudgement {
  /// Draws why the row is flagged: the pairs with their bounds, or the change of each metric.
  ///
  /// - Parameters:
  ///   - plan: How the pairs were measured.
  ///   - limits: The limits of a change.
  /// - Returns: An SVG document; `nil` if nothing has changed.
  /// - Throws: `SuiteError`.
  package func picture(plan: PairPlan, limits: GateLimits) async throws(SuiteError) -> String? {
    if let time = evidence.times.first, showsPairs {
      return try await Gnuplot.picture(
        title: "\(evidence.row): pairs of head and base",
        script: pairScript(time, plan: plan, limits: limits),
        width: 760,
        height: 380
      )
    }
    let changed = comparisons.filter { $0.verdict != .pass }
    guard !changed.isEmpty else { return nil }
    return try await Gnuplot.picture(
      title: "\(evidence.row): what has changed",
      script: changeScript(changed),
      width: 760,
      height: 120 + 60 * changed.count
    )
  }

  private func pairScript(_ time: TimeEvidence, plan: PairPlan, limits: GateLimits) -> String {
    var points: [String] = []
    var means: [String] = []
    for (index, pairs) in time.ratios.strata.enumerated() where !pairs.isEmpty {
      for (place, pair) in pairs.enumerated() {
        let offset = pairs.count > 1 ? Double(place) / Double(pairs.count - 1) - 0.5 : 0
        points.append("\(Double(index) + 0.5 * offset) \(100 * expm1(pair))")
      }
      means.append("\(index) \(100 * expm1(pairs.median))")
    }
    let count = time.ratios.strata.count
    let tics =
      plan.codeOffsets.prefix(count).enumerated().map { "\"+\($1) B\" \($0)" } + [
        "\"all\" \(count)"
      ]
    let wall = comparisons.first { $0.metric == time.metric }
    let bounds =
      "\(count) \(100 * (wall?.change ?? 0)) \(100 * (wall?.lower ?? 0)) \(100 * (wall?.upper ?? 0))"
    let limit = 100 * (wall?.limit ?? limits.wall)
    return """
      $pairs << EOD
      \(points.joined(separator: "\n"))
      EOD
      $medians << EOD
      \(means.joined(separator: "\n"))
      EOD
      $all << EOD
      \(bounds)
      EOD
      set title \(Gnuplot.quoted(evidence.row))
      set ylabel 'head against base, %'
      set xlabel 'code offset'
      set xrange [-0.6:\(Double(count) + 0.6)]
      set xtics (\(tics.joined(separator: ", ")))
      set tics nomirror
      set border 3
      set key outside right top
      stats $pairs using 2 nooutput
      set yrange [(STATS_min < -\(limit) ? STATS_min : -\(limit)) * 1.1 - 0.5:\
      (STATS_max > \(limit) ? STATS_max : \(limit)) * 1.1 + 0.5]
      plot 0 with lines linecolor rgb '#808080' notitle, \
      \(limit) with lines dashtype 2 linecolor rgb '#d1495b' title 'limit', \
      -\(limit) with lines dashtype 2 linecolor rgb '#2a9d8f' notitle, \
      $pairs using 1:2 with points pointtype 7 pointsize 0.5 linecolor rgb '#4c8dd6' title 'pair', \
      $medians using 1:2 with points pointtype 2 pointsize 1.2 linecolor rgb '#e08e0b' \
      title 'median', \
      $all using 1:2:3:4 with yerrorbars pointtype 7 pointsize 0.9 linewidth 2 \
      linecolor rgb '#d1495b' title '99 % bounds'
      """
  }

  private func changeScript(_ changed: [MetricComparison]) -> String {
    var bars: [String] = []
    var tics: [String] = []
    for (index, comparison) in changed.enumerated() {
      // Growth from zero has no share; it is drawn as 100 %.
      let change = 100 * (comparison.change ?? 1)
      let place = Double(index)
      bars.append(
        "\(change) \(place) \(min(0, change)) \(max(0, change)) \(place - 0.3) \(place + 0.3)"
      )
      let base = GateText.value(comparison.base, of: comparison.metric)
      let head = GateText.value(comparison.head, of: comparison.metric)
      let label = "\(comparison.metric.rawValue)  \(base) -> \(head)"
      tics.append("\(Gnuplot.quoted(label)) \(index)")
    }
    return """
      $bars << EOD
      \(bars.joined(separator: "\n"))
      EOD
      set title \(Gnuplot.quoted(evidence.row))
      set xlabel 'head against base, %'
      set yrange [\(Double(changed.count) - 0.4):-0.6]
      set ytics (\(tics.joined(separator: ", "))) nomirror
      set xtics nomirror
      set border 3
      set style fill solid 0.7 noborder
      plot $bars using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#d1495b' notitle, \
      $bars using (0):2:(0):(0.8) with vectors nohead linecolor rgb '#808080' notitle
      """
  }
}

/// The pairs of a row as lines of text: one for each code offset, with zero and the limit marked.
///
/// For terminals, and for summaries that can't show pictures.
struct PairStrip {
  private static let width = 61

  let ratios: PairRatios
  let limit: Double

  /// The lines, each labelled with its code offset in bytes.
  func rendered(codeOffsets: [Int]) -> String {
    let changes = ratios.strata.map { $0.map { expm1($0) } }
    let extremes = changes.joined() + [-2 * limit, 2 * limit]
    let low = extremes.min() ?? -limit
    let high = extremes.max() ?? limit
    func column(_ change: Double) -> Int {
      Int(((change - low) / (high - low) * Double(Self.width - 1)).rounded())
    }
    var lines: [String] = []
    for (index, pairs) in changes.enumerated() where !pairs.isEmpty {
      var cells = [Character](repeating: " ", count: Self.width)
      cells[column(limit)] = ":"
      cells[column(-limit)] = ":"
      cells[column(0)] = "|"
      for pair in pairs { cells[column(pair)] = cells[column(pair)] == "o" ? "O" : "o" }
      let codeOffset = index < codeOffsets.count ? "+\(codeOffsets[index]) B" : ""
      lines.append(codeOffset.padded(to: 6) + String(cells))
    }
    let left = GateText.percent(low)
    let right = GateText.percent(high)
    let gap = max(1, Self.width - left.count - right.count)
    lines.append("".padded(to: 6) + left + "".padded(to: gap) + right)
    return lines.map { $0 + "\n" }.joined()
  }
}
