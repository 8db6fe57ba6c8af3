package import BenchmarkResults
import FoundationEssentials
import ReportRendering
import Statistics
package import SuiteErrors

/// A directory for a repository that shows a run: README.md, the results without single samples, and pictures.
///
/// All content is generated from the results, without copying numbers by hand.
package struct ReferencePage: Sendable {
  /// The folder of the results and pictures in the directory.
  static let folder = "reference"
  /// Pages that other commands write to the same directory, and their subjects.
  private static let others = [
    ("calibration/README.md", "how often the gate raises a false alarm, and what it finds"),
    ("calibration/bars/README.md", "how often the verdict about a bar is wrong"),
    ("gate/README.md", "what the gate says of this repository's past, and of a planted fault"),
    ("history/README.md", "how the counts have changed from commit to commit"),
  ]

  private let results: ResultCollection
  private let command: String?

  /// Creates a page that names the command to regenerate it, such as `make reference`; the default is the suites' commands.
  package init(_ results: ResultCollection, madeBy command: String? = nil) {
    self.results = ResultCollection(suites: results.suites.map { $0.omittingSamples() })
    self.command = command
  }

  /// Writes the directory; removes pictures of an earlier run.
  ///
  /// - Parameter directory: Its path; created if it doesn't exist.
  /// - Returns: Why there are no pictures, if there are none.
  /// - Throws: ``SuiteError``.
  package func write(to directory: String) async throws(SuiteError) -> String? {
    let folder = "\(directory)/\(Self.folder)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for file in try FileManager.default.contentsOfDirectory(atPath: folder)
      where file.hasSuffix(".svg") {
        try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
      }
    } catch {
      throw .unwritten(folder, error, remedy: Self.remedy)
    }
    try ResultFile(path: "\(folder)/results.json", remedy: Self.remedy).write(results)

    var problem: String?
    var figures: [[String]] = []
    func draw(_ picture: SuitePicture, name: String) async throws(SuiteError) -> String? {
      guard problem == nil else { return nil }
      let svg: String
      do throws(SuiteError) {
        svg = try await Gnuplot.picture(
          title: picture.caption,
          script: picture.script,
          height: picture.height
        )
      } catch {
        problem = "\(error)"
        return nil
      }
      try Self.write(svg, to: "\(folder)/\(name).svg")
      return "![\(TextTable.markdownEscaped(picture.caption))](\(Self.folder)/\(name).svg)\n"
    }
    var names: Set<String> = []
    for suite in results.suites {
      // A suite that ran twice has two sets of pictures.
      var fileName = FileNameLimit.name(of: suite.suite)
      while !names.insert(fileName).inserted { fileName += "-again" }
      var drawn: [String] = []
      // The medians are in the tables; the page has the pictures that tables can't replace.
      for picture in SuitePicture.all(of: suite) where !picture.isOfMedians {
        let name = "\(fileName)-\(picture.name)"
        if let figure = try await draw(picture, name: name) { drawn.append(figure) }
      }
      figures.append(drawn)
    }
    var overview: String?
    if let picture = SuitePicture.bars(results.suites) {
      overview = try await draw(picture, name: "bars")
    }
    let links = Self.others.filter {
      FileManager.default.fileExists(atPath: "\(directory)/\($0.0)")
    }
    let text = markdown(figures: figures, overview: overview, links: links)
    try Self.write(text, to: "\(directory)/README.md")
    return problem
  }

  /// The text of README.md.
  func markdown(figures: [[String]], overview: String?, links: [(String, String)]) -> String {
    var text = """
      # Results

      This page is made by `hamon results --readme` from [\(Self.folder)/results.json](\
      \(Self.folder)/results.json); nothing in it is written by hand. Absolute times are those of this \
      machine; the ratios are between rows of the same run.


      """
    let faster = FasterPeers(results).markdown
    if !faster.isEmpty { text += "\(faster)\n## The run\n\n" }
    text += facts.renderedMarkdown()
    for (path, content) in links {
      text += "\n- [\(path.dropLast("/README.md".count))](\(path)): \(content)"
    }
    if !links.isEmpty { text += "\n" }
    text += bars(overview: overview)
    for (suite, figures) in zip(results.suites, figures) {
      // The last is the table of the bars, which the page has at the top.
      let hasBars = !(suite.bars ?? []).isEmpty
      let tables = suite.tables(details: .percentiles).dropLast(hasBars ? 1 : 0).map {
        $0.renderedMarkdown()
      }
      let lines = suite.failureLines.map { "- \(TextTable.markdownEscaped($0))\n" }.joined()
      text += """

        ## \(TextTable.markdownEscaped(suite.suite))

        \(TextTable.markdownEscaped(suite.surroundings))

        \(figures.joined(separator: "\n"))
        \(lines.isEmpty ? "" : "\(lines)\n")<details><summary>\(suite.rows.count) rows</summary>

        \(tables.joined(separator: "\n"))
        </details>

        """
    }
    return text
  }

  private func bars(overview: String?) -> String {
    let bars = results.suites.flatMap { $0.bars ?? [] }
    guard !bars.isEmpty else { return "" }
    var table = TextTable(
      headers: ["suite"] + SuiteResult.promiseHeaders,
      alignments: [.left, .left, .left, .left]
    )
    for suite in results.suites {
      // The table of a suite, with its name before each line.
      for row in suite.promises.rows { table.append(row: [suite.suite] + row) }
    }
    return """

      ## Bars

      \(BarCounts(bars).text).\(intervals(bars))

      \(overview.map { "\($0)\n" } ?? "")\(table.renderedMarkdown())
      """
  }

  /// Explains the column, if a bar has an interval.
  private func intervals(_ bars: [BarResult]) -> String {
    guard let level = bars.compactMap({ $0.interval?.level }).min() else { return "" }
    return " The median of a value over the rounds lies \"between\" two of them with at least "
      + "\(NumberFormat.percent(level, decimals: 1)); a bar holds where both are within the limit, and is "
      + "missed where both are beyond it, by more than the same code differs from start to start, while "
      + "nothing else was busy. A limit in time is that of the reference machine, \"here\" as much longer as the "
      + "calibration loop took."
  }

  /// The machine and toolchain of the run: each fact once per distinct value.
  private var facts: TextTable {
    var table = TextTable(headers: ["", "what it was made with"], alignments: [.left, .left])
    func add(_ name: String, _ value: (SuiteResult) -> String?) {
      let values = results.suites.compactMap(value).filter { !$0.isEmpty }.withoutRepetitions
      if !values.isEmpty { table.append(row: [name, values.joined(separator: "; ")]) }
    }
    add("machine") { suite in
      let memory = NumberFormat.string(Double(suite.machine.memoryBytes) / 1e9, decimals: 1)
      return "\(suite.machine.cpuModel), \(suite.machine.logicalCPUs) CPUs, \(memory) GB"
    }
    add("system") { "\($0.machine.operatingSystem), \($0.machine.kernel)" }
    add("toolchain") { $0.toolchain }
    add("commit") { suite in
      suite.source.map { "\($0.commit)\($0.isDirty ? " with changes" : "")" }
    }
    add("begun") { results.suites.first?.date == $0.date ? $0.date : nil }
    if let command {
      table.append(row: ["make it again", command])
    } else {
      add("commands") { $0.commandLine.joined(separator: " ") }
    }
    return table
  }

  private static let remedy = "give --readme another directory"

  private static func write(_ text: String, to path: String) throws(SuiteError) {
    try WrittenFile.write(text.utf8, to: path, atomically: true, orElse: remedy)
  }
}
