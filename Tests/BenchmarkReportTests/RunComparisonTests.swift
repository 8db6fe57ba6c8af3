import Foundation
import Statistics
import SuiteErrors
import Testing

@testable import BenchmarkReport
@testable import BenchmarkResults

@Suite(.timeLimit(.minutes(30)))
struct RunComparisonTests {
  private static let rounds = 12

  /// A row of 12 rounds of one sample; each scatters by 0.4 %, at its own rounds.
  private func row(
    _ name: String,
    _ nanoseconds: Double,
    beside floor: Double? = nil,
    kind: BenchmarkKind = .ours,
    cpuClock: CPUClock = .thread,
    counts: RowCounts? = nil
  ) -> RowResult {
    func times(_ time: Double, phase: Int) -> [UInt64] {
      (0..<Self.rounds).map { round in
        UInt64(time * 1000 * (1 + 0.002 * Double((round + phase) % 5 - 2)))
      }
    }
    let samples = times(nanoseconds, phase: kind == .floor ? 0 : 2)
    let perOperation = samples.map { Double($0) / 1000 }
    let ratio = floor.flatMap { floor in
      RatioResult(
        floor: "floor",
        blocks: perOperation.map { [$0] },
        floorBlocks: times(floor, phase: 0).map { [Double($0) / 1000] }
      )
    }
    let distribution = Distribution(nanosecondsPerOperation: perOperation)
    return RowResult(
      name: name,
      benchmark: name,
      parameters: [],
      kind: kind,
      threads: 1,
      cpuClock: cpuClock,
      iterationsPerSample: 1000,
      samplesPerRound: 1,
      wall: distribution,
      cpu: distribution,
      ratios: [ratio].compactMap(\.self),
      wallSamples: samples,
      cpuSamples: samples,
      memory: nil,
      counts: counts
    )
  }

  /// A suite of rows beside a floor of 10 ns, on a machine that takes so many times as long.
  private func suite(
    _ times: KeyValuePairs<String, Double> = ["parse": 20, "print": 50],
    name: String = "Fixture",
    slowness: Double = 1,
    cpu: String = "CPU"
  ) -> SuiteResult {
    let floor = row("floor", 10 * slowness, kind: .floor)
    let rows = times.map { row($0, $1 * slowness, beside: 10 * slowness) }
    return .fixture(name, rows: rows + [floor], cpu: cpu)
  }

  private func compare(
    _ base: [SuiteResult],
    _ head: [SuiteResult],
    rows isCompared: (String) -> Bool = { _ in true }
  ) throws -> RunComparison {
    try RunComparison(
      Sides(
        base: SavedRun("a.json", ResultCollection(suites: base)),
        head: SavedRun("b.json", ResultCollection(suites: head))
      ),
      rows: isCompared
    )
  }

  @Test func `of the same run twice nothing has changed`() throws {
    let same = try compare([suite()], [suite()])
    let rows = try #require(same.suites.first).rows
    #expect(rows.map(\.row) == ["parse", "print", "floor"])
    #expect(rows.flatMap(\.ratios).allSatisfy { $0.direction == .unclear && $0.change.factor == 1 })
    #expect(rows.allSatisfy { $0.time?.factor == 1 })
    #expect(same.warnings == [])
    #expect(
      same.text().contains(
        "Ratios to floors and peers: 0 clearly higher in B (slower), 0 lower (faster), 2 that may be the same."
      )
    )
    #expect(!same.text().contains("Only in"))
  }

  @Test func `a machine that is slower in all changes no ratio to a floor`() throws {
    let slow = try compare([suite()], [suite(slowness: 1.3)])
    let rows = try #require(slow.suites.first).rows
    for row in rows { #expect(abs((row.time?.factor ?? 0) - 1.3) < 1e-3, "\(row)") }
    for ratio in rows.flatMap(\.ratios) {
      #expect(abs(ratio.change.factor - 1) < 1e-3 && ratio.direction == .unclear)
    }
    #expect(slow.text().contains("(B took 1.30x for the floor: as far as floors are unchanged"))
  }

  @Test func `a row that is slower beside its floor is named first, with the interval`() throws {
    let slower = try compare(
      [suite(["parse": 20, "print": 50, "read": 30])],
      [suite(["parse": 20.5, "print": 60, "read": 24], slowness: 0.7)]
    )
    let rows = try #require(slower.suites.first).rows
    #expect(rows.map(\.row) == ["read", "print", "parse", "floor"])
    #expect(rows.flatMap(\.ratios).map(\.direction) == [.faster, .slower, .unclear])
    let interval = try #require(rows[1].ratios[0].change.interval)
    #expect(interval.lower < 1.2 && interval.upper > 1.2 && interval.upper < 1.22)
    #expect(interval.level >= 0.95 && interval.rounds == Self.rounds)
    let lines = slower.text().split(separator: "\n").filter { $0.hasPrefix("  Fixture: ") }
    #expect(lines.count == 2)
    let sentence =
      #/  Fixture: print: slower beside its floor floor by 20\.0 %, interval \+1.*; 5\.02x -> 6\.02x/#
    #expect(lines[1].wholeMatch(of: sentence) != nil, "\(lines)")
    #expect(lines[0].contains("read: faster beside its floor floor by 20.0 %"))
    #expect(
      slower.markdown().contains("  - Fixture: print: slower beside its floor floor by 20.0 %")
    )
  }

  @Test func `less than two starts of the same code differ by is clear in seven runs of both only`()
    throws
  {
    func direction(runs: Int) throws -> RatioChange.Direction? {
      let base = (0..<runs).map { suite(["parse": 20 + 0.01 * Double($0)]) }
      let head = (0..<runs).map { suite(["parse": 20.6 + 0.01 * Double($0)]) }
      return try compare(base, head).suites[0].rows[0].ratios.first?.direction
    }
    #expect(try direction(runs: 1) == .unclear)
    #expect(try direction(runs: 3) == .unclear)
    #expect(try direction(runs: 7) == .slower)
  }

  @Test func `files without samples have the interval of the least and the most`() throws {
    let (base, head) = (suite(), suite(["parse": 25, "print": 50]))
    let whole = try compare([base], [head]).suites[0].rows[0].ratios[0]
    let short = try compare([base.omittingSamples()], [head.omittingSamples()]).suites[0].rows[0]
    let ratio = short.ratios[0]
    #expect(abs(ratio.change.factor - whole.change.factor) < 1e-4 && ratio.direction == .slower)
    let interval = try #require(ratio.change.interval)
    let inner = try #require(whole.change.interval)
    #expect(interval.lower <= inner.lower && interval.upper >= inner.upper)
    // Of the times nothing but the medians is left.
    #expect(short.time?.interval == nil && short.time != nil)
  }

  @Test func `rows and suites of one file only are listed`() throws {
    let other = try compare(
      [suite(["parse": 20, "gone": 9]), suite(name: "Old")],
      [suite(["parse": 20, "new": 9])]
    )
    #expect(other.suites.map(\.suite) == ["Fixture", "Old"])
    #expect(other.suites[0].onlyInBase == ["gone"] && other.suites[0].onlyInHead == ["new"])
    #expect(other.suites[1].onlyInBase == ["parse", "print", "floor"])
    #expect(other.text().contains("Only in A: gone\n") && other.text().contains("Only in B: new\n"))
    let filtered = try compare([suite()], [suite()]) { $0 == "print" }
    #expect(filtered.suites[0].rows.map(\.row) == ["print"])
    #expect(filtered.suites[0].rows[0].ratios.map(\.other) == ["floor"])
  }

  @Test func `runs of different machines are compared, with a warning`() throws {
    let moved = try compare([suite()], [suite(cpu: "Other")])
    #expect(moved.warnings.count == 1)
    #expect(
      moved.warnings[0].hasPrefix(
        "the runs are of different machines, A of CPU, 2 CPUs, OS, Linux, B of Other, 2 CPUs"
      )
    )
    #expect(moved.text().contains("\nB: b.json; 2026-01-02T03:04:05Z; Other, 2 CPUs"))
    #expect(moved.markdown().contains("- warning: the runs are of different machines"))
  }

  @Test func `counts are compared exactly where both have them`() throws {
    func counted(_ instructions: Double, _ allocations: Double) -> SuiteResult {
      let counts = RowCounts(
        instructions: instructions,
        allocations: allocations,
        objects: 0,
        retains: 2,
        releases: 2,
        iterations: 1000
      )
      return .fixture(rows: [row("parse", 20, cpuClock: .process, counts: counts), row("print", 9)])
    }
    let changed = try compare([counted(1000, 0)], [counted(900, 1)])
    let counts = changed.suites[0].rows[0].counts
    #expect(counts.filter(\.isChange).map(\.count) == ["instructions", "allocations"])
    #expect(counts.map { $0.share.map { ($0 * 100).rounded() } } == [-10, nil, nil, 0, 0])
    let text = changed.text()
    #expect(text.contains(/parse +allocations +0\.000 +1\.000 +none before\n/), "\(text)")
    // A number of operations with a digit more is a longer text in the harness.
    for (bytes, isChange) in [(0.0001, false), (16, true)] {
      let change = CountChange(count: "bytes", base: 0.00009, head: bytes)
      #expect(change.isChange == isChange)
    }
    #expect(text.contains(/parse +instructions +1000 +900 +-10\.00 %\n/), "\(text)")
    #expect(text.contains("they depend on how these meet: parse)"))
    #expect(text.contains("Counts, which are exact, changed in 1 of 1 counted row."))
    #expect(text.contains("No row has a floor or peer in both runs"))
    #expect(
      try compare([counted(1000, 1)], [counted(1000.5, 1)]).text().contains("changed in 0 of")
    )
  }

  @Test func `runs without a common row are an error`() {
    let error = #expect(throws: SuiteError.self) {
      try compare([suite(["parse": 20])], [suite(["parse": 20], name: "Other")])
    }
    #expect(error?.problem == "no row is in both")
  }

  @Test func `the comparison is read as it was written`() throws {
    let comparison = try compare([suite()], [suite(["parse": 30, "print": 50])])
    let data = try JSONEncoder().encode(comparison)
    #expect(try JSONDecoder().decode(RunComparison.self, from: data) == comparison)
  }
}
