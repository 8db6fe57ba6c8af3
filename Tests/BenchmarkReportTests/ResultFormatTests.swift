import Foundation
import Testing

@testable import BenchmarkReport
@testable import BenchmarkResults

@Suite struct ResultFormatTests {
  private static let hostile = "a,b=c d\"<&>\\\n"

  private func results() -> ResultCollection {
    let rows = [
      RowResult.fixture("dispatch", nanoseconds: 20),
      RowResult.fixture(
        Self.hostile,
        parameters: [BenchmarkParameter(key: "k ,=", value: "v ,=")],
        kind: .floor,
        nanoseconds: 10
      ),
    ]
    var suite = SuiteResult.fixture(
      "Suite",
      rows: rows,
      failures: [RowFailure(row: "broken", message: "<wrong>")]
    )
    suite.bars = [
      BarResult(name: "kept", row: "dispatch", comparedWith: "x", ratio: 1, limit: 2),
      BarResult(name: "missed", row: "dispatch", comparedWith: "x", ratio: 3, limit: 2),
    ]
    return ResultCollection(suites: [suite])
  }

  private func json(_ format: ResultFormat) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(try format.render(results()).utf8))
  }

  @Test func `JMH's form has the mean, its error and all samples`() throws {
    let entries = try #require(try json(.jmh) as? [[String: Any]])
    #expect(
      entries.map { $0["benchmark"] as? String } == ["Suite.dispatch", "Suite.\(Self.hostile)"]
    )
    let metric = try #require(entries[0]["primaryMetric"] as? [String: Any])
    #expect(metric["score"] as? Double == 20)
    #expect(metric["scoreError"] as? Double == 0)
    #expect(metric["scoreUnit"] as? String == "ns/op")
    #expect((metric["rawData"] as? [[Double]]) == [[20, 20]])
    #expect((metric["scorePercentiles"] as? [String: Double])?.count == 10)
    #expect((entries[1]["params"] as? [String: String]) == ["k ,=": "v ,="])
  }

  @Test func `a table has a line for each row, and columns for what some rows have`() throws {
    var suite = SuiteResult.fixture(
      "S",
      rows: [
        .fixture(
          "a",
          nanoseconds: 20,
          ratios: [.fixture(floor: "b", ratios: [1, 2, 4])].compactMap(\.self)
        ),
        .fixture("=b,\"", parameters: [BenchmarkParameter(key: "n", value: "3")], nanoseconds: 10),
      ]
    )
    suite.setCounts(
      RowCounts(
        instructions: 12.5,
        allocations: 1,
        objects: 0,
        retains: 3,
        releases: 4,
        systemCalls: 2,
        iterations: 10
      ),
      ofRow: "a"
    )
    let lines = try ResultFormat.csv.render(ResultCollection(suites: [suite])).split(
      separator: "\n"
    )
    #expect(
      lines == [
        "suite,row,kind,threads,samples,operations_per_sample,min_ns,median_ns,mean_ns,stddev_ns,p90_ns,"
          + "p99_ns,max_ns,cpu_median_ns,memory_bytes,compared_with,ratio,ratio_least,ratio_most,"
          + "parameter_n,instructions,allocations,objects,retains,releases,system_calls",
        "S,a,ours,1,2,1000,20,20,20,0,20,20,20,20,,b,2,1,4,,12.5000,1,0,3,4,2",
        "S,\"'=b,\"\"/n=3\",ours,1,2,1000,10,10,10,0,10,10,10,10,,,,,,3,,,,,,",
      ]
    )
  }

  @Test func `github-action-benchmark gets the medians of ours`() throws {
    let entries = try #require(try json(.githubAction) as? [[String: Any]])
    #expect(entries.map { $0["name"] as? String } == ["Suite: dispatch"])
    #expect(entries[0]["value"] as? Double == 20)
    #expect(entries[0]["unit"] as? String == "ns/op")
  }

  @Test func `bencher gets each row's median and its interval`() throws {
    let benchmarks = try #require(try json(.bencher) as? [String: [String: [String: Double]]])
    #expect(benchmarks.count == 2)
    #expect(
      benchmarks["Suite/dispatch"]?["latency"]
        == ["value": 20, "lower_value": 20, "upper_value": 20]
    )
  }

  @Test func `what was counted is in the forms that have room for it`() throws {
    var suite = SuiteResult.fixture("S", rows: [.fixture("a", nanoseconds: 20)])
    suite.setCounts(
      RowCounts(
        instructions: 12.5,
        allocations: 1.001,
        objects: .nan,
        retains: 3,
        releases: 4,
        bytes: 48,
        iterations: 10
      ),
      ofRow: "a"
    )
    let results = ResultCollection(suites: [suite])
    func json(_ format: ResultFormat) throws -> Any {
      try JSONSerialization.jsonObject(with: Data(try format.render(results).utf8))
    }
    let names: Set = ["instructions", "allocations", "retains", "releases", "bytes"]

    let jmh = try #require(try json(.jmh) as? [[String: Any]])
    let metrics = try #require(jmh[0]["secondaryMetrics"] as? [String: [String: Any]])
    #expect(Set(metrics.keys) == names)
    #expect(metrics["instructions"]?["score"] as? Double == 12.5)
    #expect(metrics["instructions"]?["scoreError"] as? String == "NaN")
    #expect(metrics["instructions"]?["scoreUnit"] as? String == "#/op")
    #expect(metrics["instructions"]?["rawData"] as? [[Double]] == [[12.5]])
    #expect((metrics["bytes"]?["scorePercentiles"] as? [String: Double])?["99.9"] == 48)
    #expect(metrics["bytes"]?["scoreUnit"] as? String == "B/op")

    let bencher = try #require(try json(.bencher) as? [String: [String: [String: Double]]])
    #expect(bencher["S/a"].map { Set($0.keys) } == names.union(["latency"]))
    #expect(bencher["S/a"]?["allocations"] == ["value": 1.001])

    let entries = try #require(try json(.githubAction) as? [[String: Any]])
    #expect(entries[0]["name"] as? String == "S: a")
    #expect(entries.count == 6)
    #expect(entries[2]["name"] as? String == "S: a: allocations")
    #expect(entries[2]["value"] as? Double == 1)
    #expect(entries[2]["unit"] as? String == "#/op")

    let line = try ResultFormat.influx.render(results)
    #expect(
      line.contains(
        ",instructions=12.5,allocations=1.001,retains=3.0,releases=4.0,bytes=48.0 "
      )
    )
  }

  @Test func `JUnit has a test a row and a bar, an error and a failure`() throws {
    let text = try ResultFormat.junit.render(results())
    let parser = XMLParserCounter(text)
    #expect(parser.isWellFormed)
    #expect(parser.counts["testcase"] == 5)
    #expect(parser.counts["error"] == 1)
    #expect(parser.counts["failure"] == 1)
    #expect(text.contains(#"tests="5" failures="1" errors="1""#))
  }

  @Test func `influx gets a line a row, with what separates escaped`() throws {
    let lines = try ResultFormat.influx.render(results()).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix(#"benchmark,suite=Suite,row=dispatch,"#))
    #expect(lines[0].contains(" min=20.0,median=20.0,"))
    #expect(lines[0].hasSuffix(" 1767323045000000000"))
    #expect(lines[1].contains(#"parameter_k\ \,\==v\ \,\="#))
    #expect(lines[1].contains(#"benchmark=a\,b\=c\ d"<&>\_,"#))
  }

  @Test func `figures that no run has are written as far as they go`() throws {
    let row = RowResult.fixture("x", samples: [.max, .max, 1])
    let counted = ResultCollection(suites: [
      .fixture("S", rows: [row], date: "2300-01-02T03:04:05Z")
    ])
    // Nanoseconds since 1970 end in 2262.
    #expect(try ResultFormat.influx.render(counted).hasSuffix("samples=3i\n"))
    #expect(XMLParserCounter(try ResultFormat.junit.render(counted)).isWellFormed)
    #expect(try ResultFormat.jmh.render(counted).contains("1.2297829382473034e+19 ns"))
    #expect(PercentileFiles.distribution(of: row).contains("1.000000000000          3"))
  }

  @Test func `a distribution is in nanoseconds and ends at 100 %`() {
    let text = PercentileFiles.distribution(of: .fixture("x", nanoseconds: 1234))
    #expect(text.contains("Value     Percentile TotalCount"))
    #expect(text.contains("1234."))
    #expect(text.contains("1.000000000000          2"))
  }

  @Test func `rows whose files would have the same name have a file each`() throws {
    let rows = ["a/b", "a_b", "a_b-2", "a b"].enumerated().map { index, name in
      RowResult.fixture(name, nanoseconds: Double(index + 1))
    }
    let directory = try TemporaryDirectory()
    let paths = try PercentileFiles.write(
      ResultCollection(suites: [.fixture("S", rows: rows)]),
      to: directory.path
    )
    let names = ["S-a_b", "S-a_b-2", "S-a_b-2-2", "S-a_b-3"]
    #expect(paths == names.map { "\(directory.path)/\($0).hgrm" })
    for (path, row) in zip(paths, rows) {
      #expect(
        try String(contentsOfFile: path, encoding: .utf8) == PercentileFiles.distribution(of: row)
      )
    }
  }

  @Test func `the interval of a median is two of the samples`() throws {
    func interval(_ values: [UInt64]) -> (lower: Double, upper: Double)? {
      RowStatistics(.fixture("x", samples: values)).medianInterval
    }
    #expect(try #require(interval([3, 1, 2])) == (1, 3))
    // Of 100 samples the 40th and the 61st, as tables of the sign test have it.
    #expect(try #require(interval((1...100).shuffled())) == (40, 61))
    #expect(interval([]) == nil)
  }
}

/// Counts the elements of a text that has to be XML.
private final class XMLParserCounter {
  private(set) var counts: [String: Int] = [:]
  let isWellFormed: Bool

  init(_ text: String) {
    // Enough for what is written here: tags, attributes without markup in them, and no text.
    var open: [String] = []
    var counts: [String: Int] = [:]
    var isWellFormed = true
    for match in text.matches(of: /<([\/?]?)([a-z]+)((?:\s+[a-z]+="[^"<>]*")*)\s*([\/?]?)>/) {
      switch (match.1, match.4) {
      case ("?", _): break
      case ("/", _): isWellFormed = open.popLast() == String(match.2) && isWellFormed
      case (_, "/"): counts[String(match.2), default: 0] += 1
      default:
        counts[String(match.2), default: 0] += 1
        open.append(String(match.2))
      }
    }
    let rest = text.replacing(/<[^<>]*>/, with: "")
    self.counts = counts
    self.isWellFormed =
      isWellFormed && open.isEmpty && rest.allSatisfy { $0.isWhitespace || $0.isNewline }
  }
}
