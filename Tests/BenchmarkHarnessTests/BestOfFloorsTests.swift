import BenchmarkResults
import Testing

@testable import BenchmarkHarness

/// Bars against the fastest of several rows, and bodies whose samples are figures.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct BestOfFloorsTests {
  private let bar = Bar("best", againstBestOf: ["mutex", "queue"], atMost: 1)

  @Test func `the fastest floor decides`() {
    let row = RowResult.fixture(
      "ours",
      nanoseconds: 1,
      ratios: ["mutex/n=1": 0.5, "queue/n=1": 1.25, "other/n=1": 9]
    )
    var evidence = BarEvidence()
    for round in 0..<8 {
      evidence.rounds["ours", default: [:]][round] = 1
      evidence.rounds["mutex/n=1", default: [:]][round] = 2
      evidence.rounds["queue/n=1", default: [:]][round] = 0.8
    }
    let results = bar.judged(for: row, among: [row], evidence: evidence).map(\.result)
    #expect(results.map(\.comparedWith) == ["queue/n=1"])
    #expect(results.map(\.ratio) == [1.25])
    #expect(results.map(\.verdict) == [.missed])
    // As fast as one of them is not enough to tell, while the other one's rounds are few.
    for round in 0..<8 { evidence.rounds["queue/n=1"]?[round] = round < 2 ? 3 : nil }
    let few = bar.judged(for: row, among: [row], evidence: evidence)
    #expect(few.map(\.result.verdict) == [.uncertain])
    #expect(few.map(\.rows) == [["ours", "queue/n=1"]])
    #expect(few.map(\.isOpen) == [true])
    #expect(bar.unjudged(for: row, among: [row]) == nil)
    #expect(bar.floors == ["mutex", "queue"])
  }

  @Test func `where one of the floors is missing the bar isn't judged, and says which`() {
    let row = RowResult.fixture("ours", nanoseconds: 1, ratios: ["mutex/n=1": 0.5])
    #expect(bar.judged(for: row, among: [row]).isEmpty)
    let reason = bar.unjudged(for: row, among: [row])?.reason
    #expect(reason == "not all of its floors were measured: queue was not")
  }

  @Test func `a body of figures gives one in each sample, however long it takes`() async throws {
    var figures = 0
    let benchmark = Benchmark("figures") {
      BenchmarkBody(figure: {
        figures += 1
        return UInt64(figures) * 1000
      })
      .takingAtMost(samples: 10)
    }
    let row = try await RowMeasurement(benchmark)
    row.prepare(effort: .quick)
    for round in 0..<5 { row.takeRound(round) }
    row.finish()
    let result = try #require(row.result(floors: []))
    #expect(result.iterationsPerSample == 1)
    // The first one warms it up.
    #expect(result.wallSamples == (2...6).map { UInt64($0) * 1000 })
    #expect(figures == 6)
  }
}
