import Foundation
import Testing

@testable import BenchmarkReport
@testable import BenchmarkResults

@Suite(.timeLimit(.minutes(30)))
struct MergingRunsTests {
  private let counts = RowCounts(
    instructions: 5,
    allocations: 1,
    objects: 1,
    retains: 1,
    releases: 1,
    iterations: 10
  )

  /// Runs in which the row `a` took these nanoseconds; the first was counted.
  private func runs(_ times: [Double]) -> ResultCollection {
    var suites = times.map { time -> SuiteResult in
      var suite = SuiteResult.fixture(
        "S",
        rows: [.fixture("a", nanoseconds: time), .fixture("floor", kind: .floor, nanoseconds: 1)]
      )
      suite.bars = [BarResult(name: "x", row: "a", comparedWith: "floor", ratio: time, limit: 25)]
      return suite
    }
    suites[0].setCounts(counts, ofRow: "a")
    return ResultCollection(suites: suites)
  }

  @Test(arguments: [
    ([30.0, 10.0, 20.0], 20.0), ([30.0, 10.0, 40.0, 20.0], 20.0), ([20.0], 20.0),
  ])
  func `of each row the median run is kept whole, with the counts of another`(
    times: [Double],
    median: Double
  ) throws {
    let merged = runs(times).mergingRuns()
    let suite = try #require(merged.suites.first)
    #expect(merged.suites.count == 1)
    #expect(suite.rows.map(\.name) == ["a", "floor"])
    #expect(suite.rows[0].wall.median == median)
    #expect(suite.rows[0].wallSamples == [UInt64(median) * 1000, UInt64(median) * 1000])
    #expect(suite.rows[0].counts == counts)
    #expect(suite.rows[1].counts == nil)
    #expect(suite.bars?.map(\.ratio) == [median])
    #expect(suite.bars?.map(\.holds) == [true])
  }

  @Test func `a row that failed in one run and a run that didn't end are not forgotten`() {
    var suites = runs([1, 2, 3]).suites
    suites[1].rows.remove(at: 0)
    suites[1].failures = [RowFailure(row: "a", message: "wrong")]
    suites[2].failures = [
      RowFailure(row: "a", message: "late"), RowFailure(row: "b", message: "wrong"),
    ]
    suites[2].isComplete = false
    let merged = ResultCollection(suites: suites).mergingRuns().suites[0]
    #expect(
      merged.failures == [
        RowFailure(row: "a", message: "wrong; late"), RowFailure(row: "b", message: "wrong"),
      ]
    )
    #expect(!merged.isComplete)
    #expect(merged.rows.map(\.name) == ["a", "floor"])
  }

  @Test func `other suites, revisions and machines stay by themselves`() {
    let suites: [SuiteResult] = [
      .fixture("A"), .fixture("B"), .fixture("A", commit: "fedcba"), .fixture("A", cpu: "Other"),
      .fixture("A"),
    ]
    let merged = ResultCollection(suites: suites).mergingRuns()
    #expect(merged.suites == Array(suites.prefix(4)))
  }

  @Test func `no form writes a row or a bar of repeated runs twice`() throws {
    var results = runs([30, 10, 20])
    var failing = SuiteResult.fixture("S", rows: [])
    failing.failures = [RowFailure(row: "a", message: "wrong")]
    results.append(ResultCollection(suites: [failing]))
    let junit = try ResultFormat.junit.render(results)
    let cases = junit.matches(of: /<testcase [^>]*name="([^"]*)"/).map { String($0.1) }
    #expect(cases == ["floor", "a", "x: a / floor"])

    results = runs([30, 10, 20])
    func names(_ format: ResultFormat, _ key: String) throws -> [String?] {
      let data = Data(try format.render(results).utf8)
      return try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        .map { $0[key] as? String }
    }
    #expect(try names(.jmh, "benchmark") == ["S.a", "S.floor"])
    #expect(try names(.githubAction, "name").filter { $0 == "S: a" }.count == 1)
    #expect(try ResultFormat.influx.render(results).split(separator: "\n").count == 2)
    let bencher = try JSONSerialization.jsonObject(
      with: Data(try ResultFormat.bencher.render(results).utf8)
    )
    let benchmarks = try #require(bencher as? [String: [String: [String: Double]]])
    #expect(benchmarks["S/a"]?["latency"]?["value"] == 20)
    let directory = try TemporaryDirectory()
    let paths = try PercentileFiles.write(results, to: directory.path)
    #expect(paths == ["a", "floor"].map { "\(directory.path)/S-\($0).hgrm" })
    #expect(
      try String(contentsOfFile: paths[0], encoding: .utf8)
        == PercentileFiles.distribution(of: results.suites[2].rows[0])
    )
    #expect(try ResultFormat.markdown.render(results).contains("## S: 3 runs"))
  }
}
