import FoundationEssentials
import ReportRendering
import Statistics
package import SuiteErrors

/// A picture of a series: its values, its change points, and the levels between them.
package struct HistoryPlot: Sendable {
  private let series: HistorySeries
  private let changePoints: [ChangePoint]

  package init(_ series: HistorySeries) {
    self.series = series
    changePoints = series.changePoints()
  }

  /// A name for the file of the picture, without an extension.
  ///
  /// - Parameter machine: A number that distinguishes it from the same series of another machine, if there is one.
  /// - Returns: For example `Suite.dispatch%2fproducers=1.instructions`.
  package func fileName(machine: Int?) -> String {
    FileNameLimit.shortened(
      ([series.suite, series.row, series.metric.rawValue] + [series.floor].compactMap(\.self)
        + (machine.map { ["machine\($0)"] } ?? []))
        .map(HistoryFolder.escaped).joined(separator: ".")
    )
  }

  /// Draws the picture as an element for an ``HTMLPage``.
  package func svg() async throws(SuiteError) -> String {
    try await Gnuplot.svg(script: script(), height: 380)
  }

  /// Draws the picture as a separate file, readable on a light and on a dark background.
  package func picture() async throws(SuiteError) -> String {
    try await Gnuplot.picture(
      title: "\(series.row), \(series.metricName)",
      script: script(),
      height: 380
    )
  }

  /// The commands that draw the picture.
  func script() -> String {
    let points = series.points
    let values = points.enumerated().map { index, point in
      "\(index) \(point.value) \(point.low ?? point.value) \(point.high ?? point.value)"
    }
    let bounds = [0] + changePoints.map(\.index) + [points.count]
    let levels = zip(bounds, bounds.dropFirst()).map { start, end in
      let level = points[start..<end].map(\.value).median
      return "\(Double(start) - 0.5) \(level)\n\(Double(end) - 0.5) \(level)"
    }
    let marks = changePoints.enumerated().map { number, point in
      let place = Double(point.index) - 0.5
      // At different heights, because neighbours would cover each other.
      let height = 0.97 - 0.06 * Double(number % 3)
      return """
        set arrow from \(place), graph 0 to \(place), graph 1 nohead dashtype 2 linewidth 1.5 \
        linecolor rgb '#d97706'
        set label \(Gnuplot.quoted(ChangePointReport.percent(point.change))) \
        at \(place), graph \(height) offset 0.5,0 textcolor rgb '#d97706'
        """
    }
    let range = valueRange()
    // Gnuplot omits values outside the range; a mark shows that there were some.
    let spikes = points.enumerated().filter { !range.contains($0.element.value) }.map {
      let isAbove = $0.element.value > range.upperBound
      let value = ChangePointReport.value($0.element.value, of: series)
      return "set label \(Gnuplot.quoted(value)) at \($0.offset), graph \(isAbove ? 0.97 : 0.03) "
        + "center textcolor rgb '#3b82f6'"
    }
    let hasIntervals = points.contains { $0.low != nil && $0.high != nil }
    let band = "$values using 1:3:4 with filledcurves fillcolor rgb '#8a8f98' notitle, "
    return """
      set title \(Gnuplot.quoted("\(series.suite): \(series.row), \(series.metricName)"))
      set xrange [-0.7:\(Double(points.count) - 0.3)]
      set xtics nomirror rotate by -35 (\(ticks()))
      set yrange [\(range.lowerBound):\(range.upperBound)]
      set ytics nomirror
      set format y '%.4g'
      set ylabel \(Gnuplot.quoted(series.unit))
      set grid ytics linecolor rgb '#8a8a8a'
      set border 3
      set style fill transparent solid 0.25 noborder
      set key off
      \((marks + spikes).joined(separator: "\n"))
      $values << EOD
      \(values.joined(separator: "\n"))
      EOD
      $levels << EOD
      \(levels.joined(separator: "\n\n"))
      EOD
      plot \(hasIntervals ? band : "")$levels using 1:2 with lines linewidth 3 \
      linecolor rgb '#0d9488' notitle, $values using 1:2 with linespoints pointtype 7 pointsize 0.5 \
      linewidth 1 linecolor rgb '#3b82f6' notitle

      """
  }

  /// The range of the picture: the levels and their surroundings, but not the spikes, next to which the levels would be one line.
  private func valueRange() -> ClosedRange<Double> {
    let values = SpikeFilter(detector: series.metric.detector).filtered(series.points.map(\.value))
    let low = values.min() ?? 0
    let high = values.max() ?? 0
    // An axis of billionths would make a constant 0 look like something.
    if high == 0, low == 0 { return 0...1 }
    let height = high > low ? high - low : abs(high) * 0.1
    let lower = low - 0.1 * height
    // Room for the labels of the changes above the values.
    return (low >= 0 ? max(lower, 0) : lower)...high + 0.35 * height
  }

  /// At most a dozen commits have their hash on the axis; each change point has.
  private func ticks() -> String {
    let points = series.points
    let step = max(1, (points.count + 11) / 12)
    let changes = changePoints.map(\.index)
    let chosen = points.indices.filter { index in
      if changes.contains(index) { return true }
      return index.isMultiple(of: step)
        && !changes.contains { abs($0 - index) * 2 < step }
    }
    return chosen.map { index in
      let point = points[index]
      let text = "\(point.commit.prefix(7)) \(ChangePointReport.day(point.date).dropFirst(5))"
      return "\(Gnuplot.quoted(text)) \(index)"
    }.joined(separator: ", ")
  }
}
