import BenchmarkResults
import ProcessLaunching
import Statistics
import Testing

@testable import Counting
@testable import RegressionGate

@Suite(.timeLimit(.minutes(30)))
struct CommandCountsTests {
  private func runs(_ instructions: [Double], allocations: [Double]? = nil) -> [RowCounts] {
    instructions.enumerated().map { index, count in
      RowCounts(
        instructions: count,
        allocations: allocations?[index] ?? 50,
        objects: 0,
        retains: 0,
        releases: 0,
        iterations: 1
      )
    }
  }

  private func compare(
    _ base: [RowCounts],
    _ head: [RowCounts],
    _ metric: GateMetric = .instructions
  ) throws -> MetricComparison {
    let all = MetricComparison.counts(Sides(base: base, head: head), limits: GateLimits())
    return try #require(all.first { $0.metric == metric })
  }

  @Test func `what memory does to both sides alike is no change, and a change beside it is found`()
    throws
  {
    let base: [Double] = [4_117_269, 4_137_192, 4_117_457, 4_618_000, 4_019_970]
    #expect(try compare(runs(base), runs(base)).verdict == .pass)
    let slower = try compare(runs(base), runs(base.map { $0 * 1.03 }))
    #expect(slower.verdict == .regression)
    #expect(try #require(slower.lower) > 0.029)
    #expect(try compare(runs(base), runs(base.map { $0 * 0.97 })).verdict == .improvement)
  }

  @Test func `a change in some memory layouts only is unknown`() throws {
    let base: [Double] = [100, 100, 100, 100, 100]
    let row = try compare(runs(base), runs([103, 103, 103, 103, 100]))
    #expect(row.verdict == .unknown)
    #expect(row.note != nil)
    // Of many runs, the most extreme ones decide nothing.
    let many = Array(repeating: 100.0, count: 15)
    let outliers = many.indices.map { $0 < 2 ? 97.0 : $0 < 4 ? 105.0 : 100 }
    #expect(try compare(runs(many), runs(outliers)).verdict == .pass)
    let slower = many.indices.map { $0 < 2 ? 100.0 : 103.0 }
    #expect(try compare(runs(many), runs(slower)).verdict == .regression)
  }

  private func counts(_ instructions: Double) -> CountedRow {
    CountedRow(
      counts: runs([instructions])[0],
      runs: CountedRuns(short: [], long: [], operations: 1)
    )
  }

  /// In how many layouts a row was counted, and what came of it.
  private struct Taken: Equatable {
    let layouts: Int
    let verdict: Verdict

    init(_ layouts: Int, _ verdict: Verdict) {
      (self.layouts, self.verdict) = (layouts, verdict)
    }
  }

  private func take(_ base: [Double], _ head: [Double]) async throws -> Taken {
    let counts = try await RepeatedCounts.take(.row, seconds: 1000, limits: GateLimits()) {
      (layout) async throws(ProcessFailure) in
      Sides(
        base: self.counts(base[layout % base.count]),
        head: self.counts(head[layout % head.count])
      )
    }
    return Taken(
      counts.runs.count,
      try compare(counts.counts.base, counts.counts.head).verdict
    )
  }

  @Test func `a row is counted in more heap layouts until they agree that it has changed, or not`()
    async throws
  {
    #expect(try await take([1000], [1000]) == Taken(1, .pass))
    // Each layout says the same: it is what the row does.
    #expect(try await take([1000], [1030]) == Taken(5, .regression))
    #expect(try await take([1000], [970]) == Taken(5, .improvement))
    // The first says 8.5 % more, and others less: it is where the memory lies.
    let scattered: [Double] = [1000, 1085, 1020, 990, 1050]
    #expect(try await take(scattered, Array(scattered.dropFirst() + [1000])) == Taken(5, .unknown))
    // A layout that hides a change is found out by a small difference.
    #expect(try await take([1000], [1001, 1100, 1001, 1001, 1001]).verdict == .unknown)
    // A change beside the scatter is found, after more of them.
    let head = scattered.map { $0 * 1.3 }
    #expect(try await take(scattered, head) == Taken(5, .regression))
    #expect(try await take(scattered, head.reversed()) == Taken(15, .regression))
  }

  @Test func `one allocation more in each run is a regression, also the first`() throws {
    let same: [Double] = [100, 100, 100, 100, 100]
    let base = runs(same, allocations: [50, 50, 51, 50, 50])
    let more = runs(same, allocations: [51, 51, 52, 51, 51])
    #expect(try compare(base, more, .allocations).verdict == .regression)
    #expect(try compare(base, base, .allocations).verdict == .pass)
    #expect(
      try compare(base, runs(same, allocations: [50, 51, 50, 50, 50]), .allocations).verdict
        == .unknown
    )
    let none = runs(same, allocations: [0, 0, 0, 0, 0])
    let first = try compare(none, runs(same, allocations: [1, 1, 1, 1, 1]), .allocations)
    #expect(first.verdict == .regression)
    #expect(first.note == "there were none before")
    #expect(GateText.change(first) == "0 -> 1")
    // Of some runs of the base there is no share either, but there were some before.
    let some = runs(same, allocations: [0, 4, 4, 4, 4])
    let grown = try compare(some, runs(same, allocations: [9, 9, 9, 9, 9]), .allocations)
    #expect(grown.verdict == .regression)
    #expect(grown.note == nil)
    #expect(GateText.change(grown) == "4 -> 9")
  }

  @Test(arguments: ["nan 0 4096 0", "0 inf 4096 0", "0 0 4096 nan", "0 0 4096", ""])
  func `figures that are none are no usage`(figures: String) {
    #expect(RowUsage(served: "ended \(figures)") == nil)
  }

  @Test(arguments: ["nan", "inf", "1e30", "4096.5", "-"])
  func `a peak that is no number of bytes is unknown`(peak: String) throws {
    let usage = try #require(RowUsage(served: "ended 1 2 \(peak) 3"))
    #expect(usage.peakResident == nil && usage.residentGrowth == 3)
  }
}
