import BenchmarkResults
import ReportRendering

/// The page of a suite in published results: its bars, its faster peers, its rows by benchmark, growth, counts and pictures.
struct SuitePage {
  /// A picture beside the page.
  struct Figure {
    /// What it is of, such as `ratios`.
    let name: String
    let file: String
    let caption: String

    /// The picture in Markdown, of a page in whose folder the files are at a path.
    func markdown(in path: String = "") -> String {
      "![\(TextTable.markdownEscaped(caption))](\(path)\(file))"
    }

    /// The one that says most: what rows cost, else how they grow.
    static func mostTelling(of figures: [Figure]) -> Figure? {
      ["ratios", "scaling", "percentiles"].lazy.compactMap { name in
        figures.first { $0.name == name }
      }.first
    }
  }

  /// Code hosts don't show larger files.
  static let mostBytes = 100_000

  let suite: SuiteResult
  let figures: [Figure]

  /// The text, shorter than ``mostBytes``.
  func markdown() -> String {
    var text = """
      # \(TextTable.markdownEscaped(suite.suite))

      \(suite.about.map { "\(TextTable.markdownEscaped($0))\n\n" } ?? "")\
      \(TextTable.markdownEscaped(suite.surroundings)).
      All suites: [Results](../README.md); all figures, percentiles too: [results.json](results.json).


      """
    let lines = (suite.failedLines + suite.remarkLines).map {
      "- \(TextTable.markdownEscaped($0))\n"
    }
    if !lines.isEmpty { text += "\(lines.joined())\n" }
    var left: [String] = []
    for (title, section) in sections {
      // Room for the last line.
      if text.utf8.count + section.utf8.count < Self.mostBytes - 2000 {
        text += section
      } else {
        left.append(title)
      }
    }
    guard !left.isEmpty else { return text }
    let named = left.prefix(10).map(TextTable.markdownEscaped).joined(separator: ", ")
    let more = left.count > 10 ? " and \(left.count - 10) more" : ""
    return text + "Left out because the page would be too long: \(named)\(more).\n"
  }

  /// The sections in their order, each with its title.
  private var sections: [(title: String, text: String)] {
    var sections: [(String, String)] = []
    func add(_ title: String, level: Int = 2, _ words: String = "", _ table: TextTable? = nil) {
      let heading = String(repeating: "#", count: level) + " " + TextTable.markdownEscaped(title)
      let parts = [heading + "\n", words.isEmpty ? nil : words + "\n", table?.renderedMarkdown()]
      sections.append((title, parts.compactMap(\.self).map { "\($0)\n" }.joined()))
    }
    if let bars = suite.bars, !bars.isEmpty {
      add(
        "Bars",
        "\(BarCounts(bars).text).\(BarTable.explanation(of: bars))",
        BarTable.table(of: suite)
      )
    }
    let collection = ResultCollection(suites: [suite])
    if let sentence = FasterPeers(collection).sentence {
      let faster = PeerComparison.faster(in: [suite], apart: true)
      let table = faster.isEmpty ? nil : PeerComparison.table(of: faster, namesSuites: false)
      add(FasterPeers.title, sentence, table)
    }
    if !suite.rows.isEmpty {
      add(
        "Rows",
        "Medians of an operation. `1.11x (5.61 ns)`: it takes 1.11 times as long as the other, "
          + "which takes 5.61 ns. "
          + "`hamon bench --filter '^ROW$'` measures a row again."
      )
      for part in RowTables(suite).parts { add(part.title, level: 3, "", part.table) }
    }
    if let growth {
      add("Growth", "An exponent of 1 is proportional; the steepest first.", growth)
    }
    if suite.rows.contains(where: { $0.counts != nil }) {
      add("Counts", "Of an operation, by valgrind.", suite.counts { suite.words(of: $0) })
    }
    if !figures.isEmpty {
      add("Pictures", figures.map { $0.markdown() }.joined(separator: "\n\n"))
    }
    return sections
  }

  /// How our rows grow with their parameters; `nil` if there are no series.
  private var growth: TextTable? {
    let series = ScalingSeries.all(of: suite).filter { $0.kind == .ours }
      .sorted { $0.fit.exponent > $1.fit.exponent }
    guard !series.isEmpty else { return nil }
    var table = TextTable(
      headers: ["operation", "grows with", "from", "to", "time from", "time to", "exponent"],
      alignments: [.left, .left]
    )
    for series in series {
      let ends = [series.points.first, series.points.last].compactMap(\.self)
      table.append(
        row: [
          suite.words(ofBenchmark: series.benchmark, series.rest),
          suite.words(ofKey: series.parameter),
        ] + ends.map { NumberFormat.string($0.value, decimals: 0) }
          + ends.map { DurationFormat.string(nanoseconds: $0.time) } + [series.exponentText]
      )
    }
    return table
  }
}
