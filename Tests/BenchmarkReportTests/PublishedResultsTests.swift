import Foundation
import ReportRendering
import SuiteErrors
import Testing

@testable import BenchmarkReport
@testable import BenchmarkResults

@Suite(.timeLimit(.minutes(30)))
struct PublishedResultsTests {
  private static func row(_ name: String, size: Int, nanoseconds: Double) -> RowResult {
    .fixture(
      name,
      parameters: [BenchmarkParameter(key: "size", value: "\(size)")],
      nanoseconds: nanoseconds
    )
  }

  private var results: ResultCollection {
    var rows = [10, 100, 1000].map { Self.row("square", size: $0, nanoseconds: Double($0 * $0)) }
    rows += [10, 100].map { Self.row("two", size: $0, nanoseconds: 7) }
    rows.append(.fixture("cas", kind: .floor, nanoseconds: 10))
    rows.append(
      .fixture(
        "ours 1%",
        nanoseconds: 20,
        ratios: [.fixture(floor: "cas", ratios: [1.5, 2, 3])].compactMap(\.self)
      )
    )
    rows[0].isSteady = false
    var suite = SuiteResult.fixture("S/1", rows: rows)
    suite.bars = [
      BarResult(name: "kept", row: "square", comparedWith: "x", ratio: 1, limit: 2),
      BarResult(name: "missed", row: "square", comparedWith: "x", ratio: 3, limit: 2),
    ]
    return ResultCollection(suites: [suite])
  }

  @Test func `a directory has the page, the results without samples, and the pictures it shows`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let folder = "\(directory.path)/reference"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let stale = [
      "old.svg": "stale", "old.md": "<!-- made by hamon results -->\nold", "own.md": "# Own",
    ]
    for (name, text) in stale {
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    }
    let problem = try await PublishedResults(results, madeBy: "make it").write(to: directory.path)
    let index = try String(contentsOfFile: "\(directory.path)/README.md", encoding: .utf8)
    let page = try String(contentsOfFile: "\(folder)/S_1.md", encoding: .utf8)
    for text in [
      "Made again by: make it.", "Measured on CPU, 2 CPUs, 1.1 GB;", "1 of 2 bars hold",
      "0123456789abcdef with changes", "- [S/1](reference/S_1.md): ", "(reference/S_1.md#bars)",
    ] { #expect(index.contains(text), "\(text)") }
    for text in [
      "| missed | square | x | 3.00x | - | 2.00x | NO |",
      "1 of 7 rows were still getting faster", "| 1000 | 1.00 ms | square/size=1000 |",
      "| square | size | 10 | 1000 | 100 ns | 1.00 ms | 2.00 |",
      "| ours 1% | 20.0 ns | 2.00x cas (10.0 ns) | ours 1% |",
    ] { #expect(page.contains(text), "\(text): \(page)") }
    // Two sizes are no curve.
    #expect(!page.contains("| two | size |"))
    #expect(!index.contains("calibration"))

    let read = try ResultCollection.read("\(folder)/results.json")
    #expect(read.suites[0].rows.allSatisfy { $0.wallSamples.isEmpty && $0.sampleCount == 2 })
    #expect(read.suites[0].rows[0].wall == results.suites[0].rows[0].wall)

    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.filter { $0.hasSuffix(".md") }.sorted() == ["S_1.md", "own.md"])
    let pictures =
      files
      .filter { $0.hasSuffix(".svg") }.sorted()
    guard GnuplotTests.isInstalled else {
      #expect(problem != nil)
      #expect(pictures.isEmpty)
      return
    }
    #expect(problem == nil)
    #expect(
      pictures == [
        "S_1-percentiles.svg", "S_1-ratios.svg", "S_1-scaling.svg",
      ]
    )
    for picture in pictures {
      #expect(page.contains("](\(picture))"))
      #expect(index.contains("(reference/\(picture))") == picture.contains("ratios"))
      let svg = try String(contentsOfFile: "\(folder)/\(picture)", encoding: .utf8)
      #expect(svg.hasSuffix("</svg>\n") || svg.hasSuffix("</svg>\n\n"), "\(svg.suffix(20))")
      #expect(!svg.contains(#"="black""#) && !svg.contains("='black'"))
      #expect(!svg.contains("<title>Gnuplot"))
    }
    let scaling = try String(contentsOfFile: "\(folder)/S_1-scaling.svg", encoding: .utf8)
    #expect(scaling.contains("square: 2.00"))
  }

  @Test func `the pages are the same from the results that lie beside them`() async throws {
    let directory = try TemporaryDirectory()
    let names = ["README.md", "reference/S_1.md"]
    func pages() throws -> [Data] {
      try names.map { try Data(contentsOf: URL(filePath: "\(directory.path)/\($0)")) }
    }
    _ = try await PublishedResults(results, madeBy: "x").write(to: directory.path)
    let first = try pages()
    let read = try ResultCollection.read("\(directory.path)/reference/results.json")
    _ = try await PublishedResults(read, madeBy: "x").write(to: directory.path)
    #expect(try pages() == first)
  }

  /// The largest file of results of the repository.
  private static func largestResults() throws -> ResultCollection {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../results").standardized.path
    let paths = try #require(FileManager.default.subpaths(atPath: folder))
      .filter { $0.hasSuffix("results.json") }.map { "\(folder)/\($0)" }
    let sizes = try paths.map { path in
      (path, try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
    }
    return try ResultCollection.read(try #require(sizes.max { $0.1 < $1.1 }).0)
  }

  @Test func `the index of the largest results is short, and code hosts show each page`() throws {
    let results = try Self.largestResults()
    try #require(results.suites.count > 10)
    let figures = ["scaling", "ratios"].map {
      SuitePage.Figure(name: $0, file: "\($0).svg", caption: "c")
    }
    let entries = results.suites.map {
      IndexPage.Entry(suite: $0, file: "reference/\($0.suite).md", figures: figures)
    }
    let index = IndexPage(
      entries: entries,
      command: "make reference",
      links: [
        ("a/README.md", "a"), ("b/README.md", "b"), ("c/README.md", "c"), ("d/README.md", "d"),
      ]
    ).markdown()
    #expect(index.split(separator: "\n", omittingEmptySubsequences: false).count <= 120)
    #expect(index.components(separatedBy: "](reference/ratios.svg)").count - 1 == entries.count)
    let peers = index.matches(of: /(?m)^\| \[.*#where-a-peer-is-faster\) \|/).count
    #expect((1...IndexPage.named).contains(peers))
    for suite in results.suites {
      #expect(index.contains("- [\(suite.suite)](reference/\(suite.suite).md): "))
      let page = SuitePage(suite: suite, figures: figures).markdown()
      #expect(page.utf8.count < SuitePage.mostBytes)
      #expect(!page.contains("Left out"))
      for row in suite.rows where row.kind == .ours {
        #expect(page.contains(" \(TextTable.markdownEscaped(row.name)) |"), "\(row.name)")
      }
    }
  }

  @Test
  func `the index names ten operations in which a peer is faster, and says how many there are`() {
    let ours = (1...12).map { number in
      RowResult.fixture(
        "ours-\(number)",
        nanoseconds: 2,
        ratios: [.fixture(floor: "peer", ratios: [1 + Double(number)])].compactMap(\.self)
      )
    }
    let rows = ours + [.fixture("peer", kind: .peer, nanoseconds: 1)]
    let entry = IndexPage.Entry(suite: .fixture(rows: rows), file: "x.md", figures: [])
    let index = IndexPage(entries: [entry], command: nil, links: []).markdown()
    #expect(index.contains("These are 10 of 12 operations"))
    let named = index.matches(of: /\| ours (\d+) \|/).map { String($0.1) }
    #expect(named == (3...12).reversed().map { "\($0)" })
  }

  @Test func `a page that would be too long says what it leaves out`() {
    let rows = (0..<20).flatMap { benchmark in
      (0..<200).map { Self.row("benchmark-\(benchmark)", size: $0, nanoseconds: 1) }
    }
    let page = SuitePage(suite: .fixture(rows: rows), figures: []).markdown()
    #expect(page.utf8.count < SuitePage.mostBytes)
    #expect(page.contains("### benchmark 0\n"))
    #expect(page.contains("Left out because the page would be too long: benchmark"))
  }

  @Test func `a verdict has the word that hamon bench prints`() throws {
    let rounds = [0.5, 2, 0.5, 2, 0.5, 2, 0.5, 2, 2].map { RoundValue($0) }
    let open = BarJudgement(values: rounds, limit: 1, allowance: 0, disturbance: nil)
    var suite = SuiteResult.fixture()
    suite.bars = [(0.5, nil), (3, nil), (2, open)].map { ratio, judgement in
      BarResult(
        name: "bar \(ratio)",
        row: "cas",
        comparedWith: "x",
        ratio: ratio,
        limit: 1,
        judgement: judgement
      )
    }
    let printed = Dictionary(uniqueKeysWithValues: suite.promises.rows.map { ($0[0], $0[6]) })
    let published = BarTable.table(of: suite).rows
    #expect(published.map { $0[0] } == ["bar 3.0", "bar 2.0", "bar 0.5"])
    for row in published {
      let word = try #require(printed[row[0]])
      #expect(row[6] == word || row[6].hasPrefix("\(word): "))
    }
    #expect(Set(printed.values) == ["yes", "NO", "can't be told"])
  }

  @Test func `bars that hold have a line each, with the row that is nearest to its limit`() {
    var suite = SuiteResult.fixture(rows: [Self.row("sort", size: 10_000, nanoseconds: 1)])
    suite.bars = [0.5, 0.9].map {
      BarResult(name: "b", row: "sort/size=10000", comparedWith: "x", ratio: $0, limit: 1)
    }
    #expect(
      BarTable.table(of: suite).rows == [
        ["b", "sort, size 10,000 (of 2 rows the nearest to it)", "x", "0.90x", "-", "1.00x", "yes"]
      ]
    )
  }

  @Test
  func `of a bar that many rows miss five are listed, and the next with the number of others`() {
    var suite = SuiteResult.fixture(rows: [])
    suite.bars = (1...8).map {
      BarResult(name: "b", row: "row \($0)", comparedWith: "x", ratio: Double($0) + 1, limit: 1)
    }
    let rows = BarTable.table(of: suite).rows.map { $0[1] }
    #expect(rows == (4...8).reversed().map { "row \($0)" } + ["row 3, and 2 rows nearer to it"])
  }

  @Test func `names are said in the suite's words, or with spaces`() throws {
    let parameters = [
      BenchmarkParameter(key: "size", value: "1000000"),
      BenchmarkParameter(key: "order", value: "up"), BenchmarkParameter(key: "state", value: "8B"),
      BenchmarkParameter(key: "threads", value: "1"),
    ]
    let row = RowResult.fixture("quick-sort", parameters: parameters, nanoseconds: 1)
    var suite = SuiteResult.fixture(rows: [row])
    #expect(suite.words(of: row) == "quick sort, size 1,000,000, order up, state 8B, 1 thread")
    suite.words = ["quick-sort": "a sort", "size=": "numbers", "order=up": "sorted already"]
    #expect(suite.words(of: row) == "a sort, 1,000,000 numbers, sorted already, state 8B, 1 thread")
    #expect(
      suite.words(of: row, beside: Array(parameters.dropFirst())) == "a sort, 1,000,000 numbers"
    )
    #expect(suite.words(ofKey: "size") == "numbers")
    #expect(suite.words(ofRow: "gone") == "gone")
  }

  @Test func `rows are in the order of their scale, or the largest ratio is first`() throws {
    func row(_ size: Int, _ form: String, _ ratio: Double) -> RowResult {
      .fixture(
        "sort",
        parameters: [
          BenchmarkParameter(key: "size", value: "\(size)"),
          BenchmarkParameter(key: "form", value: form),
        ],
        nanoseconds: 2,
        ratios: [.fixture(floor: "floor", ratios: [ratio])].compactMap(\.self)
      )
    }
    func names(_ rows: [RowResult]) throws -> [String?] {
      let floor = RowResult.fixture("floor", kind: .floor, nanoseconds: 1)
      let part = try #require(RowTables(.fixture(rows: rows + [floor])).parts.first)
      #expect(part.table.headers == ["size", "form", "time", "vs floor", "row"])
      #expect(part.table.rows.allSatisfy { $0[3].hasSuffix("x (1.00 ns)") })
      return part.table.rows.map(\.last)
    }
    let scaled = try names([
      row(1000, "b", 1), row(10, "a", 2), row(100, "b", 3), row(10, "b", 4),
    ])
    #expect(
      scaled == [
        "sort/size=10/form=b", "sort/size=100/form=b", "sort/size=1000/form=b",
        "sort/size=10/form=a",
      ]
    )
    let others = try names([row(10, "a", 1), row(10, "b", 3), row(10, "c", 2)])
    #expect(others == ["sort/size=10/form=b", "sort/size=10/form=c", "sort/size=10/form=a"])
  }

  @Test func `a pair with a faster peer is said once, by its worst row`() {
    func row(_ size: Int, _ ratio: Double) -> RowResult {
      let size = BenchmarkParameter(key: "size", value: "\(size)")
      return .fixture(
        "sort",
        parameters: [size],
        nanoseconds: 2,
        ratios: [.fixture(floor: "peer/\(size)", ratios: [ratio])].compactMap(\.self)
      )
    }
    let peers = [10, 20, 30].map { size in
      RowResult.fixture(
        "peer",
        parameters: [BenchmarkParameter(key: "size", value: "\(size)")],
        kind: .peer,
        nanoseconds: 1
      )
    }
    let suite = SuiteResult.fixture("S", rows: [row(10, 1.5), row(20, 3), row(30, 0.5)] + peers)
    let faster = PeerComparison.faster(in: [suite], apart: true)
    let table = PeerComparison.table(of: faster, namesSuites: true)
    #expect(
      table.rows == [
        ["S", "sort, size 20", "peer", "3.00x", "2.00 ns", "1.00 ns", "2 of 3"]
      ]
    )
  }

  @Test func `the index links the calibration and the history where they are`() async throws {
    let directory = try TemporaryDirectory()
    let folder = "\(directory.path)/calibration"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: "\(folder)/README.md"))
    _ = try await PublishedResults(results).write(to: directory.path)
    let page = try String(contentsOfFile: "\(directory.path)/README.md", encoding: .utf8)
    #expect(page.contains("[calibration](calibration/README.md)"))
    #expect(!page.contains("history"))
  }

  @Test func `forms that tell of samples refuse results without them`() throws {
    let short = ResultCollection(suites: results.suites.map { $0.omittingSamples() })
    let directory = try TemporaryDirectory()
    #expect(throws: SuiteError.self) { try ResultFormat.jmh.render(short) }
    #expect(throws: SuiteError.self) {
      try PercentileFiles.write(short, to: directory.path)
    }
    #expect(!(try ResultFormat.githubAction.render(short)).contains("range"))
    // 2 samples of 1000 operations of 100 ns.
    #expect(try ResultFormat.junit.render(short).contains(#"name="square/size=10" time="0.0002""#))
  }
}
