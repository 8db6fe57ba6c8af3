import Foundation
import ReportRendering
import Testing

@testable import BenchmarkReport
@testable import BenchmarkResults

@Suite(.timeLimit(.minutes(30)))
struct FasterPeersTests {
  private func row(
    _ name: String,
    _ ratios: [String: Double],
    kind: BenchmarkKind = .ours
  ) -> RowResult {
    .fixture(
      name,
      kind: kind,
      nanoseconds: 100,
      ratios: ratios.sorted { $0.key < $1.key }.compactMap {
        .fixture(floor: $0.key, ratios: [$0.value])
      }
    )
  }

  private var results: ResultCollection {
    let peers = ["mutex", "queue"].map { row($0, ["floor": 9], kind: .peer) }
    let floor = row("floor", [:], kind: .floor)
    return ResultCollection(suites: [
      .fixture(
        "A",
        rows: [
          row("slow", ["mutex": 1.5, "queue": 0.5, "floor": 7]), row("even", ["queue": 1]),
          row("missing", ["gone": 5]), floor,
        ] + peers
      ),
      .fixture("B", rows: [row("slower | row", ["mutex": 2.25])] + peers),
    ])
  }

  @Test func `every row in which a peer is faster is listed, the largest ratio first`() {
    let faster = FasterPeers(results)
    #expect(
      faster.losses.map { "\($0.suite) \($0.row) \($0.peer) \($0.ratio)" } == [
        "B slower | row mutex 2.25", "A slow mutex 1.5",
      ]
    )
    // Floors are beaten by nobody, and of a row that isn't there nobody knows what it is.
    #expect(faster.comparisons == 4)
    #expect(faster.sentence?.hasPrefix("In 2 of 4 comparisons") == true)
  }

  @Test func `every form of a report begins with them`() async throws {
    let report = ComparisonReport(results)
    #expect(report.text().hasPrefix("Where a peer is faster\n\nIn 2 of 4"))
    #expect(report.markdown().hasPrefix("## Where a peer is faster\n\nIn 2 of 4"))
    #expect(report.markdown().contains(#"| B | slower \| row | mutex | 2.25x | 100 ns | 100 ns |"#))
    let entries = results.suites.map { IndexPage.Entry(suite: $0, file: "x.md", figures: []) }
    let index = IndexPage(entries: entries, command: nil, links: []).markdown()
    #expect(index.components(separatedBy: "\n## ").dropFirst().first?.hasPrefix("Where a") == true)
    var html = HTMLPage(title: "t")
    report.addFasterPeers(to: &html)
    await report.addSections(to: &html)
    let rendered = html.rendered()
    let first = try #require(rendered.range(of: "Where a peer is faster"))
    let suite = try #require(rendered.range(of: ">A<"))
    #expect(first.upperBound < suite.lowerBound)
  }

  @Test func `where nothing is compared with a peer nothing is said`() {
    let alone = ResultCollection(suites: [.fixture(rows: [row("slow", ["floor": 7])])])
    #expect(FasterPeers(alone).text() == "")
    #expect(!ComparisonReport(alone).markdown().contains(FasterPeers.title))
  }

  @Test func `where no peer is faster that is said, and there is no table`() {
    let peer = row("mutex", [:], kind: .peer)
    let ahead = ResultCollection(suites: [.fixture(rows: [row("fast", ["mutex": 0.5]), peer])])
    #expect(FasterPeers(ahead).table == nil)
    #expect(ComparisonReport(ahead).text().contains("In none of 1 comparisons"))
  }
}
