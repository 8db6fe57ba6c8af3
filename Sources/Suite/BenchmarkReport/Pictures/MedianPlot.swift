import BenchmarkResults
import ReportRendering

/// Horizontal bars of the times of a suite's rows: compared rows are together, and colours distinguish ours, floors and peers.
struct MedianPlot {
  /// Clusters of rows that are compared with each other, ours first; from top to bottom.
  let clusters: [[RowResult]]

  /// Creates a plot of the rows that took a measurable time; `nil` if there are none.
  init?(_ suite: SuiteResult) {
    clusters = Self.clusters(of: suite.rows.filter { $0.wall.median > 0 })
    if clusters.isEmpty { return nil }
  }

  /// Longer names leave no room for the bars next to them.
  static let longestNameBeside = 30

  private init(clusters: [[RowResult]]) {
    self.clusters = clusters
  }

  /// Plots of a suite, each of a readable shape: a benchmark of many rows has its own plot, and compared rows share one.
  static func all(of suite: SuiteResult) -> [MedianPlot] {
    guard let whole = MedianPlot(suite) else { return [] }
    let parts = PlotDivision.parts(
      of: whole.clusters,
      benchmark: { $0[0].benchmark },
      count: \.count
    )
    return parts.map(MedianPlot.init(clusters:))
  }

  /// The benchmarks of the rows, ours first, each once.
  var benchmarks: [String] { clusters.map { $0[0].benchmark }.withoutRepetitions }

  /// Whether the names are above the bars, not next to them.
  private var hasNamesAbove: Bool {
    clusters.joined().contains { $0.name.count > Self.longestNameBeside }
  }

  /// The height of the plot, in points.
  var height: Int {
    110 + (hasNamesAbove ? 34 : 24) * clusters.map(\.count).reduce(0, +) + 12 * clusters.count
  }

  /// The commands that draw the plot.
  func script() -> String {
    // A logarithmic axis has no zero to start from, so the bars start a decade below the smallest.
    let axisStart = (seconds.min() ?? 1) / 10
    let isAbove = hasNamesAbove
    var position = 0.0
    var labels: [String] = []
    var names: [String] = []
    var bars: [BenchmarkKind: [String]] = [:]
    for cluster in clusters {
      for row in cluster {
        position += 1
        if isAbove {
          names.append(
            "set label \(Gnuplot.quoted(row.name)) at \(axisStart), \(position - 0.28) left offset 0.5,0"
          )
        } else {
          labels.append("\(Gnuplot.quotedLabel(row.name)) \(position)")
        }
        let duration = DurationFormat.string(nanoseconds: row.wall.median)
        bars[row.kind, default: []].append(
          "\(position) \(Self.seconds(row)) \"\(duration)\""
        )
      }
      position += 0.6
    }
    let kinds = BenchmarkKind.allCases.filter { bars[$0] != nil }
    let data = kinds.map { kind in
      "$\(kind.rawValue) << EOD\n\((bars[kind] ?? []).joined(separator: "\n"))\nEOD"
    }
    // Below its name, or next to it.
    let (top, bottom) = isAbove ? (-0.04, 0.4) : (-0.4, 0.4)
    let middle = (top + bottom) / 2
    let plots = kinds.map { kind in
      """
      $\(kind.rawValue) using 2:1:(\(axisStart)):2:($1+(\(top))):($1+\(bottom)) with boxxyerror \
      title '\(kind.rawValue)' fillcolor rgb '\(kind.colour)', $\(kind.rawValue) using 2:($1+\(middle)):3 \
      with labels left offset 0.5,0 notitle
      """
    }
    return """
      set logscale x
      set xrange [\(axisStart):\((seconds.max() ?? 1) * 6)]
      set yrange [\(position + 0.4):0.2] noextend
      set format x '%.0s %cs'
      set xlabel 'time per operation'
      set xtics nomirror
      \(isAbove ? "unset ytics" : "set ytics nomirror (\(labels.joined(separator: ", ")))")
      \(names.joined(separator: "\n"))
      set grid xtics linecolor rgb '#8a8a8a'
      set border 3
      set key outside top center horizontal
      set style fill solid 0.85 noborder
      \(data.joined(separator: "\n"))
      plot \(plots.joined(separator: ", "))

      """
  }

  private var seconds: [Double] { clusters.joined().map(Self.seconds) }

  /// The unit of the axis, to which gnuplot adds the prefix.
  private static func seconds(_ row: RowResult) -> Double { row.wall.median / 1e9 }

  /// Puts each of our rows before the rows it is compared with, unless they follow an earlier one; the remaining rows are grouped by
  /// benchmark.
  private static func clusters(of rows: [RowResult]) -> [[RowResult]] {
    var placed: Set<String> = []
    var clusters: [[RowResult]] = []
    for row in rows.filter({ $0.kind == .ours }) + rows.filter({ $0.kind != .ours })
    where !placed.contains(row.name) {
      let floors = Set(row.ratios.map(\.floor))
      let others = rows.filter { other in
        guard other.name != row.name, !placed.contains(other.name), other.kind != .ours else {
          return false
        }
        return row.kind == .ours
          ? floors.contains(other.name) || isPeer(other, of: row) : other.benchmark == row.benchmark
      }
      clusters.append([row] + others)
      placed.formUnion(([row] + others).map(\.name))
    }
    return clusters
  }

  /// Whether a row has the same parameters as one of ours, so that readers will compare them.
  private static func isPeer(_ other: RowResult, of row: RowResult) -> Bool {
    !row.parameters.isEmpty && other.parameters == row.parameters
  }
}

extension BenchmarkKind {
  /// Distinguishable colours, on white and on black, even without telling red from green.
  fileprivate var colour: String {
    switch self {
    case .ours: "#3b82f6"
    case .floor: "#8a8f98"
    case .peer: "#d97706"
    }
  }
}
