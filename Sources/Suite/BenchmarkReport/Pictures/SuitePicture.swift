import BenchmarkResults
import ReportRendering
import SuiteErrors

/// A picture of a suite's results, drawn from the distributions only: files without single samples give
/// the same picture.
struct SuitePicture {
  /// The part of its file's name after that of the suite.
  let name: String
  /// Its subject, in a sentence.
  let caption: String
  /// The commands that draw it.
  let script: String
  /// Its height, in points.
  let height: Int

  /// The pictures of a suite, as far as it has data for them.
  static func all(of suite: SuiteResult) -> [SuitePicture] {
    let plots = MedianPlot.all(of: suite)
    let medians = plots.enumerated().map { index, plot in
      let names = plots.count > 1 ? " of \(plot.benchmarks.joined(separator: ", "))" : ""
      return SuitePicture(
        name: plots.count > 1 ? "\(mediansName)-\(index + 1)" : mediansName,
        caption: "Time per operation\(names), median of the samples; the axis is logarithmic.",
        script: plot.script(),
        height: plot.height
      )
    }
    return medians + [scaling(suite), ratios(suite), percentiles(suite)].compactMap(\.self)
  }

  private static let mediansName = "medians"

  /// The most ratios of a picture that shows each.
  private static let mostRatios = 30

  /// Whether it shows no more than the tables do.
  var isOfMedians: Bool { name.hasPrefix(Self.mediansName) }

  /// Draws it as an SVG element for a page.
  func svg() async throws(SuiteError) -> String {
    try await Gnuplot.svg(script: script, height: height)
  }

  /// Distinguishable colours on white and on black; they repeat after eight.
  private static let colours = [
    "#3b82f6", "#d97706", "#10a37f", "#d6336c", "#8b5cf6", "#0ea5b7", "#a3842c", "#b45cc4",
  ]

  private static func colour(_ index: Int) -> String { colours[index % colours.count] }

  /// Time over size on logarithmic axes: a straight line whose slope is the exponent.
  static func scaling(_ suite: SuiteResult) -> SuitePicture? {
    let series = ScalingSeries.all(of: suite)
    guard !series.isEmpty else { return nil }
    var data: [String] = []
    var plots: [String] = []
    for (index, series) in series.enumerated() {
      let points = series.points.map { "\($0.value) \($0.time / 1e9)" }
      data.append("$s\(index) << EOD\n\(points.joined(separator: "\n"))\nEOD")
      let name = suite.words(ofBenchmark: series.benchmark, series.rest)
      let title = Gnuplot.quoted("\(name): \(series.exponentText)")
      // Our lines are solid, those of their floors and peers dashed.
      plots.append(
        """
        $s\(index) using 1:2 with linespoints linecolor rgb '\(colour(index))' linewidth 1.5 \
        dashtype \(series.kind == .ours ? 1 : 2) pointtype \(5 + index / colours.count % 5 * 2) \
        pointsize 0.6 title \(title)
        """
      )
    }
    let parameters = Set(series.map { suite.words(ofKey: $0.parameter) }).sorted()
      .joined(separator: ", ")
    return SuitePicture(
      name: "scaling",
      caption: "Time over \(parameters), with the fitted exponent of each series; both axes are "
        + "logarithmic.",
      script: """
        set logscale xy
        set format x '%.0s%c'
        set format y '%.0s %cs'
        set xlabel \(Gnuplot.quoted(parameters))
        set ylabel 'time per operation'
        \(frame)
        \(data.joined(separator: "\n"))
        plot \(plots.joined(separator: ", "))

        """,
      height: max(450, 100 + 22 * series.count)
    )
  }

  /// The ratios of our rows to their floors, or to their peers if there are no floors: the median, the least and the greatest of a round.
  ///
  /// Where they are too many to read, each benchmark has a line for each other one, of the row with the largest ratio.
  static func ratios(_ suite: SuiteResult) -> SuitePicture? {
    let rows = Dictionary(suite.rows.map { ($0.name, $0) }) { first, _ in first }
    let all = suite.rows.filter { $0.kind == .ours }.flatMap { row in
      row.ratios.compactMap { ratio in
        rows[ratio.floor].flatMap { ratio.minimum > 0 ? (row: row, floor: $0, ratio: ratio) : nil }
      }
    }
    let kind: BenchmarkKind = all.contains { $0.floor.kind == .floor } ? .floor : .peer
    var shown = all.filter { $0.floor.kind == kind }
    let isWhole = shown.count <= mostRatios
    if !isWhole {
      shown = shown.grouped { [$0.row.benchmark, $0.floor.benchmark] }
        .compactMap { group in group.max { $0.ratio.median < $1.ratio.median } }
    }
    guard !shown.isEmpty else { return nil }
    let lines = shown.map { row, floor, ratio in
      (
        name: "\(suite.words(of: row)) / \(suite.words(of: floor, beside: row.parameters))",
        value: "\(ratio.median)", columns: "\(ratio.minimum) \(ratio.maximum)"
      )
    }
    let (others, other) = kind == .floor ? ("floors", "floor") : ("peers", "peer")
    return SuitePicture(
      name: "ratios",
      caption:
        "Our rows\(isWhole ? "" : ", the slowest of each benchmark,") as multiples of their \(others): "
        + "the median over the rounds, and the least and the most of a round; 1 is as fast as the \(other).",
      script: dots(
        lines,
        extent: shown.flatMap { [$0.ratio.minimum, $0.ratio.maximum] },
        axis: "multiple of the \(other)",
        style: "using 1:2:3:4 with xerrorbars linecolor rgb '#3b82f6' pointtype 7 pointsize 0.6"
      ),
      height: heightOfDots(lines.map(\.name))
    )
  }

  /// The percentiles of our rows in multiples of each one's median, as HdrHistogram's plotter draws them: each nine is as wide as the one
  /// before.
  static func percentiles(_ suite: SuiteResult) -> SuitePicture? {
    let promised = Set((suite.bars ?? []).map(\.row))
    let ours = suite.rows.filter { $0.kind == .ours && $0.wall.median > 0 && $0.sampleCount > 0 }
    // More than eight lines can't be told apart; rows with promises come first.
    let rows =
      (ours.filter { promised.contains($0.name) } + ours.filter { !promised.contains($0.name) })
      .prefix(colours.count)
    guard !rows.isEmpty else { return nil }
    let tail = rows.map { $0.wall.maximum / $0.wall.median }.max() ?? 1
    var data: [String] = []
    var plots: [String] = []
    for (index, row) in rows.enumerated() {
      let wall = row.wall
      // The slowest of n samples is at 1 - 1/n.
      let last = Double(max(row.sampleCount, 2))
      let points =
        [(1, wall.minimum), (2, wall.p50), (10, wall.p90), (100, wall.p99)]
        .filter { $0.0 < last } + (last > 1000 ? [(1000, wall.p999)] : []) + [(last, wall.maximum)]
      let lines = points.map { "\($0.0) \($0.1 / wall.median)" }
      data.append("$p\(index) << EOD\n\(lines.joined(separator: "\n"))\nEOD")
      plots.append(
        """
        $p\(index) using 1:2 with linespoints linecolor rgb '\(colour(index))' linewidth 1.5 \
        pointtype 7 pointsize 0.5 title \(Gnuplot.quoted(suite.words(of: row)))
        """
      )
    }
    return SuitePicture(
      name: "percentiles",
      caption: "Percentiles of the samples, in multiples of each row's median.",
      script: """
        set logscale x
        \(tail > 10 ? "set logscale y" : "set yrange [0:*]")
        set xlabel 'percentile of the samples'
        set ylabel 'multiple of the median'
        \(frame)
        set xtics nomirror ('0%%' 1, '50%%' 2, '90%%' 10, '99%%' 100, '99.9%%' 1000, '99.99%%' 10000)
        \(data.joined(separator: "\n"))
        plot \(plots.joined(separator: ", "))

        """,
      height: 420
    )
  }

  /// A line for each of some values on a logarithmic axis, with a mark at 1.
  ///
  /// - Parameters:
  ///   - values: The name of each, its value, and the further columns that the style needs.
  ///   - extent: The values that must be on the axis, in addition to 1.
  ///   - axis: The meaning of the values.
  ///   - style: Their style; column 1 is the value, 2 its line, 3 and later the others.
  /// - Returns: The commands.
  private static func dots(
    _ values: [(name: String, value: String, columns: String)],
    extent: [Double],
    axis: String,
    style: String
  ) -> String {
    let points = values.enumerated().map { "\($1.value) \($0 + 1) \($1.columns)" }
    let isAbove = hasNamesAbove(values.map(\.name))
    let names = values.enumerated().map { index, value in
      isAbove
        ? "set label \(Gnuplot.quoted(value.name)) at graph 0, first \(Double(index) + 0.6) left offset 0.5,0"
        : "\(Gnuplot.quotedLabel(value.name)) \(index + 1)"
    }
    return """
      set logscale x
      set xlabel \(Gnuplot.quoted(axis))
      set xrange [\(0.8 * min(1, extent.min() ?? 1)):\(1.25 * max(1, extent.max() ?? 1))]
      set yrange [\(Double(values.count) + (isAbove ? 0.5 : 1)):0] noextend
      \(frame)
      unset grid
      set grid xtics linecolor rgb '#8a8a8a'
      \(isAbove ? "unset ytics" : "set ytics nomirror (\(names.joined(separator: ", ")))")
      \(isAbove ? names.joined(separator: "\n") : "")
      set arrow from 1, graph 0 to 1, graph 1 nohead linecolor rgb '#d97706' linewidth 1.5
      unset key
      $values << EOD
      \(points.joined(separator: "\n"))
      EOD
      plot $values \(style)

      """
  }

  /// Whether names are too long to be next to a plot: above their lines they take no width from it.
  private static func hasNamesAbove(_ names: [String]) -> Bool {
    names.contains { $0.count > MedianPlot.longestNameBeside }
  }

  /// The height of a picture of ``dots(_:extent:axis:style:)``, in points.
  private static func heightOfDots(_ names: [String]) -> Int {
    90 + (hasNamesAbove(names) ? 32 : 18) * names.count
  }

  /// Axes, grid and key of all of them.
  private static let frame = """
    set xtics nomirror
    set ytics nomirror
    set grid xtics ytics linecolor rgb '#8a8a8a'
    set border 3
    set key outside right center vertical maxcols 1
    """
}
