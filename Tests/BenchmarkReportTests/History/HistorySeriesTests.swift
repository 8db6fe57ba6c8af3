import Foundation
import FoundationXML
import Glibc
import ReportRendering
import Testing

@testable import BenchmarkReport
@testable import BenchmarkResults

@Suite(.timeLimit(.minutes(30)))
struct HistorySeriesTests {
  /// Twelve commits, of which the seventh makes a row 2 % slower.
  private let step = (1...12).map {
    HistoryEntry.fixture(commit: $0, row: "it's <fast>", value: $0 < 7 ? 1000 : 1020)
  }

  private static let hasGnuplot = (getenv("PATH").map { String(cString: $0) } ?? "")
    .split(separator: ":").contains { access("\($0)/gnuplot", X_OK) == 0 }

  @Test
  func `times and counts of two machines are two series, ratios are one`() {
    let entries = (1...4).flatMap { commit in
      ["A", "B"].flatMap { cpu in
        [HistoryMetric.wall, .cpu, .instructions, .memory, .ratio].map {
          HistoryEntry.fixture(
            commit: commit,
            metric: $0,
            floor: $0 == .ratio ? "floor" : nil,
            value: cpu == "A" ? 1 : 3,
            cpu: cpu
          )
        }
      }
    }
    let series = HistorySeries.series(of: entries)
    for metric in [HistoryMetric.wall, .cpu, .instructions, .memory] {
      let machines = series.filter { $0.metric == metric }.map(\.machine?.cpuModel)
      #expect(machines == ["A", "B"], "\(metric)")
    }
    let ratios = series.filter { $0.metric == .ratio }
    #expect(ratios.count == 1)
    #expect(ratios.first?.metricName == "ratio to floor")
    // One point a commit: the median of the machines.
    #expect(ratios.first?.points.map(\.value) == [2, 2, 2, 2])
  }

  @Test
  func `a result gives its counts, medians, memory and ratios, and nothing that is not finite`()
    throws
  {
    var suite = try JSONDecoder().decode(SuiteResult.self, from: Data(Self.result.utf8))
    suite.setCounts(
      RowCounts(
        instructions: 100,
        allocations: 2,
        objects: 1,
        retains: .nan,
        releases: 4,
        bytes: 48,
        frees: 3,
        iterations: 10
      ),
      ofRow: "ours"
    )
    let entries = HistoryEntry.entries(of: suite, commit: "abc", date: Date())
    let values = Dictionary(
      uniqueKeysWithValues: entries.map { ("\($0.row) \($0.metric.rawValue)", $0) }
    )
    #expect(entries.count == 10)
    #expect(values["ours instructions"]?.value == 100)
    #expect(values["ours allocations"]?.value == 2)
    #expect(values["ours retains"] == nil)
    #expect(values["ours releases"]?.value == 4)
    #expect(values["ours bytes"]?.value == 48)
    #expect(values["ours bytes"]?.unit == "bytes")
    #expect(values["ours frees"]?.value == 3)
    #expect(values["ours frees"]?.unit == "per operation")
    for name in ["bytes", "frees"] {
      #expect(values["ours \(name)"]?.metric.isCount == true, "\(name)")
    }
    #expect(values["ours wall"]?.value == 30)
    #expect(values["ours wall"]?.low == 10)
    #expect(values["ours wall"]?.high == 50)
    #expect(values["ours cpu"]?.value == 20)
    #expect(values["ours memory"]?.value == 64)
    #expect(values["ours ratio"]?.floor == "floor")
    #expect(values["ours ratio"]?.low == 1.5)
    #expect(entries.allSatisfy { $0.machine == MachineFingerprint(cpuModel: "C", toolchain: "T") })
  }

  private static let result = #"""
    {"schemaVersion":1,"suite":"S","date":"2026-01-02T03:04:05Z","commandLine":[],
    "machine":{"cpuModel":"C","logicalCPUs":1,"memoryBytes":1,"kernel":"","operatingSystem":""},
    "toolchain":"T","deterministicHashing":true,"isOptimized":true,"rounds":1,
    "loadAverageBefore":[],"loadAverageAfter":[],"isComplete":true,"failures":[],
    "rows":[{"name":"ours","benchmark":"ours","parameters":[],"kind":"ours","threads":1,
    "cpuClock":"thread","iterationsPerSample":2,"samplesPerRound":1,
    "wall":{"minimum":1,"median":30,"spread":0,"p50":1,"p90":1,"p99":1,"p999":1,"maximum":1},
    "cpu":{"minimum":1,"median":20,"spread":0,"p50":1,"p90":1,"p99":1,"p999":1,"maximum":1},
    "ratios":[{"floor":"floor","median":2,"minimum":1.5,"maximum":3,"rounds":4}],
    "wallSamples":[20,60,100],"cpuSamples":[1],"memory":64}]}
    """#

  @Test
  func `the table tells row, metric, commit, day, levels, change and confidence`() {
    let report = ChangePointReport(HistorySeries.series(of: step))
    #expect(
      report.table().rows == [
        [
          "it's <fast>", "instructions", "0000000000", "2026-01-01", "1000", "1020", "+2.00 %",
          "> 99.9999 %",
        ]
      ]
    )
    let later = ChangePointReport(
      HistorySeries.series(of: step),
      since: step[7].date
    )
    #expect(later.rows.isEmpty)
  }

  @Test
  func `with several machines the table names them`() {
    let other = step.map {
      HistoryEntry.fixture(
        commit: (Int($0.commit, radix: 16) ?? 0),
        row: $0.row,
        value: 2 * $0.value,
        cpu: "Other"
      )
    }
    let table = ChangePointReport(HistorySeries.series(of: step + other)).table()
    #expect(table.headers.last == "machine")
    #expect(table.rows.compactMap(\.last).sorted() == ["CPU, Swift", "Other, Swift"])
  }

  @Test
  func `CSV has a header, and quotes what needs it`() {
    let text = HistoryCSV.text(of: [
      .fixture(commit: 1, row: "a,\"b\"", metric: .wall, value: 1.5, interval: (1, 2))
    ])
    let lines = text.components(separatedBy: "\r\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("commit,date,suite,row,metric,"))
    #expect(
      lines[1].hasSuffix(
        ",2026-01-01T01:00:00Z,Suite,\"a,\"\"b\"\"\",wall,,1.5,1.0,2.0,ns,CPU,Swift"
      )
    )
  }

  @Test(
    .enabled(if: hasGnuplot, "gnuplot is not installed")
  )
  func `a picture marks the change, and is drawn for light and dark pages`() async throws {
    let series = try #require(HistorySeries.series(of: step).first)
    let plot = HistoryPlot(series)
    let svg = try await plot.picture()
    #expect(svg.contains("+2.00 %"))
    #expect(svg.contains("it's &lt;fast>"))
    #expect(!svg.contains("\"black\""))
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(plot.fileName(machine: 2) == "Suite.it%27s%20%3cfast%3e.instructions.machine2")
  }

  @Test func `the axis of a count that is always 0 is none of billionths`() throws {
    let entries = (1...5).map { HistoryEntry.fixture(commit: $0, value: 0) }
    let series = try #require(HistorySeries.series(of: entries).first)
    let range = try #require(
      HistoryPlot(series).script().firstMatch(of: /set yrange \[([^:]*):([^\]]*)\]/)
    )
    #expect(Double(range.1) == 0)
    #expect(try #require(Double(range.2)) >= 1)
  }

  @Test(
    .enabled(if: hasGnuplot, "gnuplot is not installed")
  )
  func `a series of one commit, or of zeros, can be drawn`() async throws {
    for entries in [Array(step.prefix(1)), (1...5).map { .fixture(commit: $0, value: 0) }] {
      let series = try #require(HistorySeries.series(of: entries).first)
      #expect(try await HistoryPlot(series).svg().contains("<svg"))
    }
  }
}
