package import ReportRendering

extension TraceReport {
  /// The maximum of curves in the plot of latencies: more colours can't be told apart.
  private static let maximumCurves = 10

  /// Mid-tones, which stand out on a light and on a dark page.
  private static let colours = [
    "#3b82c4", "#e07b28", "#3a9e4b", "#d6494b", "#9a6fc9", "#a5765c", "#d873b5", "#8a8f98",
    "#a8a42c", "#25a9b8",
  ]

  /// Adds the report to a page, section by section; every name from the trace is escaped.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - latencyPlot: What `Gnuplot` drew of ``latencyPlotScript()``, or `nil` for none.
  ///   - timeline: The intervals to draw; `nil` for a page without interactive pictures.
  ///   - threads: The lanes of threads that the timeline gets later; `nil` for none.
  ///   - below: Adds what belongs below the timeline, if the page has one.
  /// - Throws: Errors of encoding the intervals as JSON.
  package func addSections(
    to page: inout HTMLPage,
    latencyPlot: String?,
    timeline: TimelineRecorder? = nil,
    threads: ThreadLanes? = nil,
    below: (inout HTMLPage) throws -> Void = { _ in }
  ) throws {
    for section in sections() {
      section.add(to: &page)
      if section.title.hasPrefix(Self.overviewTitle), let timeline {
        try addPictures(of: timeline, threads: threads, below: below, to: &page)
      }
      if section.title == Self.intervalsTitle {
        if let latencyPlot {
          page.addFigure(
            svg: latencyPlot,
            caption: "How long the intervals took: the kinds and names with the largest totals."
          )
        }
        page.addHTML(HistogramFigures(intervals).html)
      }
    }
  }

  /// Returns commands for `Gnuplot` that draw the curves of latencies of the kinds and names with the
  /// largest totals; `nil` if no interval has ended.
  package func latencyPlotScript() -> String? {
    let curves = intervals.filter { $0.count > 0 }.prefix(Self.maximumCurves)
    guard !curves.isEmpty else { return nil }
    var script = """
      set logscale xy
      set grid
      set key below
      set xlabel 'percentile'
      set ylabel 'duration (us)'
      set format y '%g'
      set xtics ('0' 1, '50' 2, '90' 10, '99' 100, '99.9' 1000, '99.99' 10000, '99.999' 100000)

      """
    var plots: [String] = []
    for (index, curve) in curves.enumerated() {
      script += "$curve\(index) << EOD\n"
      // Beyond 1 - 1/count every percentile is the maximum.
      let last = curve.count > 1 ? 100 - 100 / Double(curve.count) : 50
      for point in curve.percentiles where point.percentile <= max(last, 50) {
        // On the axis, the distance to 100 % halves at equal steps; a logarithm can't take a zero.
        let x = 100 / (100 - point.percentile)
        script += "\(x) \(Double(max(point.duration, 1)) / 1000)\n"
      }
      script += "EOD\n"
      let title = Gnuplot.quoted("\(curve.kind.rawValue) \(Self.shortened(curve.label))")
      let colour = Self.colours[index % Self.colours.count]
      plots.append(
        "$curve\(index) using 1:2 with linespoints pt 7 ps 0.4 lw 2 lc rgb '\(colour)' title \(title)"
      )
    }
    return script + "plot " + plots.joined(separator: ", \\\n  ") + "\n"
  }

  /// A label shortened in the middle to fit into the legend: names of types differ more often at their ends than at their beginnings.
  private static func shortened(_ label: String) -> String {
    let room = 72
    if label.count <= room { return label }
    return "\(label.prefix(room / 3 - 3))...\(label.suffix(room / 3 * 2))"
  }
}
