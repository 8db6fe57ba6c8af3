import ArgumentParser
import BenchmarkReport
import ReportRendering
import SuiteErrors

/// `hamon history plot`: pictures of the history.
struct HistoryPlotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draws a picture of each series with its change points, with gnuplot.",
    discussion: """
      Writes an SVG file for each series, in the reader's choice of light or dark, and index.html with \
      all pictures and the table of change points.

      EXAMPLES
        hamon history plot -o pictures
        hamon history plot -o pictures --metric instructions --filter '^dispatch/'
      """
  )

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The directory for the pictures; made if missing.", valueName: "directory")
  )
  var output: String

  @OptionGroup var selection: HistorySelection

  @OptionGroup var location: HistoryLocation

  func run() async throws {
    let entries = try selection.select(try location.read(), path: location.folder().path)
    let series = HistorySeries.series(of: entries)
    var machines: [MachineFingerprint] = []
    for machine in series.compactMap(\.machine) where !machines.contains(machine) {
      machines.append(machine)
    }
    try WorkDirectory.make(output, orElse: Self.remedy)
    var page = HTMLPage(title: "History")
    let report = ChangePointReport(series)
    page.addSection(title: "Change points")
    if report.rows.isEmpty {
      page.addParagraph("There are none.")
    } else {
      page.addTable(report.table())
    }
    page.addSection(title: "Series")
    for series in series {
      let plot = HistoryPlot(series)
      let machine = machines.count > 1 ? series.machine.flatMap(machines.firstIndex) : nil
      let name = plot.fileName(machine: machine.map { $0 + 1 }) + ".svg"
      let svg = try await plot.svg()
      try write(try await plot.picture(), to: name)
      let caption = [series.row, series.metricName, series.machine?.description]
      page.addFigure(svg: svg, caption: caption.compactMap(\.self).joined(separator: ", "))
    }
    try write(page.rendered(), to: "index.html")
    print("\(output): \(series.count) pictures and index.html")
  }

  private func write(_ text: String, to name: String) throws(SuiteError) {
    let path = "\(output)/\(name)"
    try WrittenFile.write(text.utf8, to: path, atomically: true, orElse: Self.remedy)
  }

  private static let remedy = "give another directory"
}
