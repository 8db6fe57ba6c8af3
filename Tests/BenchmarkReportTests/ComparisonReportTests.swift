import ReportRendering
import Testing

@testable import BenchmarkReport
@testable import BenchmarkResults

struct ComparisonReportTests {
  /// A suite whose every text tries to be markup.
  private var hostile: ResultCollection {
    let attack = "<script>alert('1')</script>|`x`\n\u{1B}[2J"
    return ResultCollection(suites: [
      .fixture(
        attack,
        rows: [.fixture(attack, kind: .ours, nanoseconds: 3)],
        failures: [RowFailure(row: attack, message: attack)]
      )
    ])
  }

  @Test func `each floor has a column of ratios`() {
    let text = ComparisonReport(ResultCollection(suites: [.fixture()])).text()
    // Before the suite is what the peers have to do with it.
    let lines = text.split(separator: "\n").map(String.init).drop { !$0.hasPrefix("Fixture") }
      .map { $0 }
    #expect(
      lines[1].split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        == "row kind min median mean spread p99 CPU median vs cas vs mutex"
    )
    #expect(lines[3].hasPrefix("dispatch/producers=2  ours   20.0 ns  20.0 ns  20.0 ns    0.0%"))
    #expect(lines[3].hasSuffix("2.00x (1.50x-3.00x)  0.50x (0.40x-0.60x)"))
    #expect(lines[5].contains("40.0 us"))
  }

  @Test func `the legend tells of growth and bars where there are some`() {
    func text(_ rows: [RowResult], bars: [BarResult] = []) -> String {
      var suite = SuiteResult.fixture(rows: rows)
      suite.bars = bars
      return ComparisonReport(ResultCollection(suites: [suite])).text()
        .replacing("\n", with: " ")
    }
    let rows = [10, 100, 1000].map { size in
      RowResult.fixture(
        "parse",
        parameters: [BenchmarkParameter(key: "size", value: "\(size)")],
        nanoseconds: Double(size)
      )
    }
    let first = text([rows[0]])
    #expect(first.contains("Times are per operation. "))
    #expect(!first.contains("exponent") && !first.contains("A bar"))
    #expect(text(rows).contains("An exponent of 1 means"))
    let bar = BarResult(name: "kept", row: rows[0].name, comparedWith: "cas", ratio: 1, limit: 2)
    #expect(text([rows[0]], bars: [bar]).contains("A bar that isn't held has an interval"))
  }

  @Test func `with many floors the ratios have a table of their own, and small ones keep digits`() {
    let floors = ["a", "b", "c", "d"]
    let ratios = floors.map { RatioResult.fixture(floor: $0, ratios: [0.012_34, 1, 250]) }
    let suite = SuiteResult.fixture(
      rows: [.fixture("ours", nanoseconds: 1, ratios: ratios.compactMap(\.self))]
        + floors.map { .fixture($0, kind: .floor, nanoseconds: 1) }
    )
    let text = ComparisonReport(ResultCollection(suites: [suite])).text()
    let lines = text.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(lines[1] == "row kind min median mean spread p99 CPU median")
    #expect(lines.contains("row compared with ratio least most"))
    #expect(lines.contains("ours d 1.00x 0.0123x 250x"))
  }

  @Test func `on a narrow terminal the ratios have a table of their own`() {
    let report = ComparisonReport(ResultCollection(suites: [.fixture()]))
    let text = report.text(width: 80)
    #expect(text.contains(/\nrow +compared with/))
    #expect(!text.contains("vs cas"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
    #expect(report.text(width: 200).contains("vs cas"))
  }

  @Test func `the heading says what must be known to judge the times`() {
    let text = ComparisonReport(ResultCollection(suites: [.fixture()])).text()
    let heading = text.split(separator: "\n").first { $0.hasPrefix("Fixture") } ?? ""
    for fact in ["CPU, 2 CPUs", "load 0.3 to 1.5", "commit 0123456789ab with changes"] {
      #expect(heading.contains(fact))
    }
  }

  @Test func `counts, percentiles and runs of the same suite have tables of their own`() {
    var row = RowResult.fixture("ours", nanoseconds: 10)
    row.counts = RowCounts(
      instructions: 99,
      allocations: 1,
      objects: 1,
      retains: 2,
      releases: 3,
      bytes: 48,
      frees: 0.5,
      iterations: 10
    )
    row.isSteady = false
    let slower = SuiteResult.fixture(rows: [.fixture("ours", nanoseconds: 15)])
    let results = ResultCollection(suites: [.fixture(rows: [row]), slower])
    let lines = ComparisonReport(results, details: .percentiles).text()
      .split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("row instructions allocations bytes frees objects retains releases"))
    #expect(lines.contains("ours 99.00 1.00 48.00 0.50 1.00 2.00 3.00"))
    #expect(lines.contains("row samples x operations p50 of samples p90 p99 p99.9 max"))
    #expect(lines.contains("ours 2 x 1000 15.0 ns - - - 15.0 ns"))
    #expect(lines.contains("Fixture: 2 runs"))
    #expect(lines.contains("ours 2 12.5 ns 10.0 ns 15.0 ns 1.500x"))
    #expect(lines.contains { $0.hasPrefix("* not steady: 1 of 1 rows") })
    #expect(!ComparisonReport(results).text().contains("p99.9"))
  }

  @Test(arguments: [
    (9, 90.0, false), (10, 90, true), (99, 99, false), (100, 99, true), (999, 99.9, false),
    (1000, 99.9, true),
  ])
  func `a percentile is shown where samples lie beyond it`(
    count: Int,
    percentile: Double,
    isShown: Bool
  ) {
    let text = DurationFormat.percentile(percentile, 15, of: count)
    #expect(text == (isShown ? "15.0 ns" : "-"))
  }

  @Test func `failures and an early end are said`() {
    let failed = SuiteResult.fixture(
      rows: [],
      failures: [RowFailure(row: "a/n=1", message: "wrong sum")],
      isComplete: false
    )
    let text = ComparisonReport(ResultCollection(suites: [failed])).text()
    #expect(text.contains("no rows\nFAILED a/n=1: wrong sum\nINCOMPLETE: "))
  }

  @Test func `a Markdown table has a rule that aligns its columns`() {
    let lines = ComparisonReport(ResultCollection(suites: [.fixture()])).markdown()
      .split(separator: "\n").map(String.init).drop { $0 != "## Fixture" }.map { $0 }
    #expect(lines.first == "## Fixture")
    #expect(lines[2].hasPrefix("| row | kind | min | median | mean |"))
    #expect(lines[3] == "|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|")
    #expect(lines[4].hasPrefix("| dispatch/producers=2 | ours | 20.0 ns |"))
  }

  @Test func `nothing in a result becomes markup or a control sequence`() async throws {
    let report = ComparisonReport(hostile)
    var page = HTMLPage(title: "<b>")
    await report.addSections(to: &page)
    let html = page.rendered()
    #expect(!html.contains("<script"))
    #expect(!html.contains("<b>"))
    #expect(html.contains("&lt;script&gt;alert(&#39;1&#39;)"))
    #expect(!html.contains("\u{1B}"))

    let markdown = report.markdown()
    #expect(!markdown.contains("<script"))
    #expect(markdown.contains(#"\|\`x\`"#))
    // The table keeps its shape: headers, rule and row have the same number of columns.
    let table = markdown.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(table.count == 3)
    #expect(!report.text().dropFirst(60).contains("\u{1B}[2J |"))
  }

  @Test func `the page has a plot with the rows' names and times, or says why not`() async {
    var page = HTMLPage(title: "Benchmarks")
    await ComparisonReport(ResultCollection(suites: [.fixture()])).addSections(to: &page)
    let html = page.rendered()
    if GnuplotTests.isInstalled {
      #expect(html.contains(">dispatch/producers=2</text>"))
      #expect(html.contains(">40.0 us</text>"))
      #expect(!html.contains("<?xml"))
    } else {
      #expect(html.contains("There is no plot. gnuplot: it is not installed"))
    }
  }

  @Test func `the plot puts a row before what it is compared with`() throws {
    let rows: [RowResult] = [
      .fixture("floor", kind: .floor, nanoseconds: 1),
      .fixture(
        "a",
        nanoseconds: 2,
        ratios: [.fixture(floor: "floor", ratios: [2])].compactMap(\.self)
      ),
      .fixture("b", nanoseconds: 3),
      .fixture(
        "peer",
        parameters: [BenchmarkParameter(key: "n", value: "1")],
        kind: .peer,
        nanoseconds: 4
      ),
      .fixture("c", nanoseconds: 3),
      .fixture(
        "peer",
        parameters: [BenchmarkParameter(key: "n", value: "2")],
        kind: .peer,
        nanoseconds: 4
      ),
      .fixture("nothing", kind: .floor, nanoseconds: 0),
    ]
    let plot = try #require(MedianPlot(.fixture(rows: rows)))
    #expect(
      plot.clusters.map { $0.map(\.name) }
        == [["a", "floor"], ["b"], ["c"], ["peer/n=1", "peer/n=2"]]
    )
    #expect(MedianPlot(.fixture(rows: [])) == nil)
  }

  @Test func `a suite of many rows has plots of a readable shape, and names above the bars`()
    async throws
  {
    let rows = ["dispatch", "dispatch-awaited", "short"].flatMap { benchmark in
      (1...(benchmark == "short" ? 3 : 50)).map { number in
        RowResult.fixture(
          benchmark,
          parameters: [
            BenchmarkParameter(key: "producers", value: "\(number)"),
            BenchmarkParameter(key: "state", value: "a value of many characters"),
          ],
          nanoseconds: Double(number)
        )
      }
    }
    let suite = SuiteResult.fixture(rows: rows)
    let plots = MedianPlot.all(of: suite)
    #expect(plots.flatMap(\.clusters).joined().map(\.name) == rows.map(\.name))
    // As high as twice the width of 900 points, at most.
    #expect(plots.allSatisfy { $0.height <= 1800 })
    #expect(plots.allSatisfy { $0.benchmarks.count <= 2 })
    #expect(plots.allSatisfy { $0.script().contains("unset ytics") })
    #expect(SuitePicture.all(of: suite).filter(\.isOfMedians).count == plots.count)
    let few = MedianPlot.all(of: .fixture())
    #expect(few.count == 1 && few[0].script().contains("set ytics nomirror ("))
  }

  @Test(.enabled(if: GnuplotTests.isInstalled, "needs gnuplot"))
  func `names of many characters are drawn whole`() async throws {
    let rows = (1...50).map { number in
      RowResult.fixture(
        "dispatch",
        parameters: [
          BenchmarkParameter(key: "producers", value: "\(number)"),
          BenchmarkParameter(key: "state", value: "a value of many characters"),
        ],
        nanoseconds: Double(number)
      )
    }
    let svg = try await SuitePicture.all(of: .fixture(rows: rows))[0].svg()
    #expect(svg.contains(">dispatch/producers=1/state=a value of many characters</text>"))
  }

  @Test func `a picture has all ratios, or if they are many the largest of each benchmark`() throws
  {
    var rows = [
      RowResult.fixture("floor", kind: .floor, nanoseconds: 1),
      RowResult.fixture("peer", kind: .peer, nanoseconds: 1),
    ]
    for (benchmark, count) in [("dispatch", 28), ("fan-out", 10)] {
      rows += (1...count).map { number in
        RowResult.fixture(
          benchmark,
          parameters: [BenchmarkParameter(key: "size", value: "\(number)")],
          nanoseconds: Double(number),
          ratios: ["floor", "peer"].compactMap {
            .fixture(floor: $0, ratios: [Double(number)])
          }
        )
      }
    }
    func drawn(_ rows: some Sequence<RowResult>) throws -> [String] {
      let picture = try #require(SuitePicture.ratios(.fixture(rows: Array(rows))))
      #expect(picture.height <= 1050)
      return picture.script.matches(of: /'([a-z ]+, size \d+ \/ [a-z]+)'/).map { String($0.1) }
    }
    let few = try drawn(rows.prefix(30))
    #expect(few == (1...28).map { "dispatch, size \($0) / floor" })
    #expect(try drawn(rows) == ["dispatch, size 28 / floor", "fan out, size 10 / floor"])
    // Without a floor the peers are what rows are compared with.
    #expect(try drawn(rows.dropFirst().prefix(2)) == ["dispatch, size 1 / peer"])
    #expect(SuitePicture.ratios(.fixture(rows: Array(rows.prefix(2)))) == nil)
  }

  @Test(.enabled(if: GnuplotTests.isInstalled, "needs gnuplot"))
  func `long names of ratios stand above their lines, and leave the width to the plot`()
    async throws
  {
    let ratio = try #require(
      RatioResult.fixture(floor: "cas-in-cas-out/producers=1/state=8B", ratios: [1, 2, 4])
    )
    let row = RowResult.fixture("dispatch", nanoseconds: 2, ratios: [ratio])
    let floor = RowResult.fixture(
      "cas-in-cas-out/producers=1/state=8B",
      kind: .floor,
      nanoseconds: 1
    )
    let picture = try #require(SuitePicture.ratios(.fixture(rows: [row, floor])))
    #expect(picture.script.contains("unset ytics"))
    let svg = try await picture.svg()
    // The name begins where the axis does, at the left of the 900 points.
    let name =
      /translate\((\d+)[^>]*text-anchor="start">\s*<text>dispatch \/ cas in cas out\/producers=1\/state=8B</
    let place = try #require(svg.firstMatch(of: name), "\(svg)")
    #expect(Int(place.1) ?? 900 < 100)
  }

  @Test func `the page has the verdict first, and the rows of each suite folded`() async throws {
    var suite = SuiteResult.fixture("S")
    suite.bars = [
      BarResult(name: "kept", row: "dispatch", comparedWith: "cas", ratio: 1, limit: 2),
      BarResult(name: "missed", row: "dispatch", comparedWith: "cas", ratio: 3, limit: 2),
    ]
    let report = ComparisonReport(ResultCollection(suites: [suite]))
    var page = HTMLPage(title: "Benchmarks")
    report.addSummary(to: &page)
    report.addFasterPeers(to: &page)
    await report.addSections(to: &page)
    let html = page.rendered()
    let verdict = try #require(
      html.firstRange(
        of: "<li>1 of 2 bars hold, 1 is missed, 0 can&#39;t be told here.</li>"
      )
    )
    #expect(html.contains("<span class=\"held\" style=\"flex-grow:1\">1 bar holds</span><span"))
    #expect(html.contains("<li>No row failed.</li>"))
    // What the terminal says, with a picture of each ratio.
    let ratio = try #require(html.firstRange(of: "dispatch/producers=2: <b>2.00x</b> cas</span>"))
    #expect(html[..<ratio.lowerBound].hasSuffix("</svg><span>"))
    #expect(ratio.lowerBound < (html.firstRange(of: "<h2")?.lowerBound ?? html.startIndex))
    for line in ResultSummary(report.results).findings {
      #expect(html.contains(HTMLPage.escape(line.trimmingPrefix { $0 == " " }.description)))
    }
    let section = try #require(html.firstRange(of: "<h2"))
    #expect(verdict.lowerBound < section.lowerBound)
    // The first column says whether a bar holds, before any that may be out of sight.
    let last = try #require(suite.promises.headers.last)
    #expect(html.contains("<tr><th class=\"number\">\(last)</th><th>bar</th>"))
    let details = try #require(
      html.firstRange(of: "<details><summary>Pictures and tables of 3 rows")
    )
    let table = try #require(html.firstRange(of: "<th>kind</th>"))
    #expect(details.lowerBound < table.lowerBound)
  }
}
