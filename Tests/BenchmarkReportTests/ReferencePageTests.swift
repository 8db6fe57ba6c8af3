import Foundation
import SuiteErrors
import Testing

@testable import BenchmarkReport
@testable import BenchmarkResults

@Suite(.timeLimit(.minutes(30)))
struct ReferencePageTests {
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
    try Data("stale".utf8).write(to: URL(filePath: "\(folder)/old.svg"))
    let problem = try await ReferencePage(results, madeBy: "make it").write(to: directory.path)
    let page = try String(contentsOfFile: "\(directory.path)/README.md", encoding: .utf8)
    for text in [
      "| make it again | make it |", "| machine | CPU, 2 CPUs, 1.1 GB |", "1 of 2 bars hold",
      "0123456789abcdef with changes", "MISSED missed", "1 of 7 rows were still getting faster",
      "| size | square | 10 | 1000 | 100 ns | 1.00 ms | 2.00 |",
    ] { #expect(page.contains(text), "\(text)") }
    // Two sizes are no curve.
    #expect(!page.contains("| size | two |"))
    #expect(!page.contains("calibration"))

    let read = try ResultCollection.read("\(folder)/results.json")
    #expect(read.suites[0].rows.allSatisfy { $0.wallSamples.isEmpty && $0.sampleCount == 2 })
    #expect(read.suites[0].rows[0].wall == results.suites[0].rows[0].wall)

    let pictures = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".svg") }.sorted()
    guard GnuplotTests.isInstalled else {
      #expect(problem != nil)
      #expect(pictures.isEmpty)
      return
    }
    #expect(problem == nil)
    #expect(
      pictures == [
        "S_1-percentiles.svg", "S_1-ratios.svg", "S_1-scaling.svg", "bars.svg",
      ]
    )
    for picture in pictures {
      #expect(page.contains("(reference/\(picture))"))
      let svg = try String(contentsOfFile: "\(folder)/\(picture)", encoding: .utf8)
      #expect(svg.hasSuffix("</svg>\n") || svg.hasSuffix("</svg>\n\n"), "\(svg.suffix(20))")
      #expect(!svg.contains(#"="black""#) && !svg.contains("='black'"))
      #expect(!svg.contains("<title>Gnuplot"))
    }
    let scaling = try String(contentsOfFile: "\(folder)/S_1-scaling.svg", encoding: .utf8)
    #expect(scaling.contains("square: 2.00"))
  }

  @Test func `the page is the same from the results that lie beside it`() async throws {
    let directory = try TemporaryDirectory()
    _ = try await ReferencePage(results, madeBy: "x").write(to: directory.path)
    let first = try Data(contentsOf: URL(filePath: "\(directory.path)/README.md"))
    let read = try ResultCollection.read("\(directory.path)/reference/results.json")
    _ = try await ReferencePage(read, madeBy: "x").write(to: directory.path)
    #expect(try Data(contentsOf: URL(filePath: "\(directory.path)/README.md")) == first)
  }

  @Test func `the page links the calibration and the history where they are`() async throws {
    let directory = try TemporaryDirectory()
    let folder = "\(directory.path)/calibration"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: "\(folder)/README.md"))
    _ = try await ReferencePage(results).write(to: directory.path)
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
