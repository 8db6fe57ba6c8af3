import BenchmarkResults
import ProcessLaunching
import Statistics
import Testing

@testable import Counting
@testable import RegressionGate

@Suite struct MeetingCountsTests {
  /// A run of ten operations, each of which costs so many instructions of `work` and of the runtime, that meets differently
  /// each time.
  private static func row(work: Int, runtime: Int) -> CountedRow {
    func profile(_ operations: Int) -> String {
      "# callgrind format\ncmd: /tmp/program\npositions: line\nevents: Ir\nob=(1) /tmp/program\n"
        + "fn=work\n0 \(work * operations)\nob=(2) /usr/lib/libswift_Concurrency.so\nfn=swift_task_switch\n"
        + "0 \(runtime * operations)\ntotals: \((work + runtime) * operations)\n"
    }
    return CountedRow(
      counts: RowCounts(
        instructions: Double(work + runtime),
        allocations: 1,
        objects: 0,
        retains: 0,
        releases: 0,
        iterations: 10
      ),
      runs: CountedRuns(short: [profile(1)], long: [profile(11)], operations: 10)
    )
  }

  private static func take(
    runs: Int,
    seconds: Double = 600,
    base: [Int],
    head: [Int],
    work: (base: Int, head: Int) = (1000, 1000)
  ) async throws -> RepeatedCounts {
    var index = 0
    return try await RepeatedCounts.take(.meetings(runs), seconds: seconds, limits: GateLimits()) {
      (_) async throws(ProcessFailure) in
      defer { index += 1 }
      return Sides(
        base: row(work: work.base, runtime: base[index]),
        head: row(work: work.head, runtime: head[index])
      )
    }
  }

  private static func attribution(_ counts: RepeatedCounts) async -> RowAttribution? {
    let means = counts.counts.map { RowCounts.mean($0) }
    return await CulpritSearch(scope: .all, findsLines: false).attribution(
      counts.profiles,
      comparisons: MetricComparison.counts(
        means,
        isConcurrent: true,
        limits: GateLimits()
      ),
      chance: counts.chance,
      isConcurrent: true,
      rerun: { nil }
    )
  }

  @Test func `a difference that the scatter of the runs explains has no culprit`() async throws {
    let base = [100, 190, 120, 170, 140]
    let head = [180, 110, 190, 150, 160]
    let once = try await Self.take(runs: 1, base: base, head: head)
    #expect(once.chance.isEmpty)
    #expect(await Self.attribution(once) != nil)
    let often = try await Self.take(runs: 5, base: base, head: head)
    let means = often.counts.map { RowCounts.mean($0) }
    #expect(means.base.instructions == 1144 && means.head.instructions == 1158)
    #expect(means.base.allocations == 1)
    // 3.355 standard errors: the variances are 1330 and 970.
    let chance = try #require(often.chance[.instructions])
    #expect(abs(chance - 3.355 * (2300.0 / 5).squareRoot()) < 0.02)
    #expect(await Self.attribution(often) == nil)
  }

  @Test func `what a function does more is named, and the runs' scatter is averaged`() async throws
  {
    let counts = try await Self.take(
      runs: 5,
      base: [100, 190, 120, 170, 140],
      head: [180, 110, 190, 150, 160],
      work: (1000, 2000)
    )
    let difference = try #require(await Self.attribution(counts)?.differences.first)
    #expect(difference.metric == .instructions)
    #expect(difference.culprits.first?.function == "work")
    #expect(abs(difference.head - difference.base - 1014) < 1e-6)
    #expect(abs(difference.attributed - (1 - 14.0 / 1014)) < 1e-6)
  }

  @Test func `no run is begun after the time for them`() async throws {
    let counts = try await Self.take(runs: 5, seconds: 0, base: [1], head: [1])
    #expect(counts.runs.count == 1)
  }
}
