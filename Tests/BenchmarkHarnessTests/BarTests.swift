import Statistics
import SuiteErrors
import Testing

@testable import BenchmarkHarness

@Suite(.serialized)
@MainActor
struct BarTests {
  @Test func `a bar's floor is measured with the row, and both verdicts are in the result`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let slow = Benchmark(
      "slow",
      bars: [
        Bar("never", against: "fast", atMost: 0.001), Bar("always", against: "fast", atMost: 1e6),
        Bar("a day", medianAtMost: .seconds(86_400)),
      ]
    ) { BenchmarkBody(state: 0, run: spin, verify: { _, _ in }) }
    let fast = Benchmark("fast", kind: .floor) {
      BenchmarkBody(state: 0, run: spin, verify: { _, _ in })
    }
    let isRight = try await BenchmarkSuite([slow, fast]).run(
      commandLine: ["--quick", "--rounds", "2", "--json", "\(directory.path)/r.json"],
      probe: .fixture(),
      print: { _ in }
    )
    #expect(isRight)
    let bars = try #require(try directory.result("r.json").bars)
    #expect(bars.map(\.name) == ["never", "always", "a day"])
    #expect(bars.map(\.verdict) == [.missed, .held, .held])
    #expect(bars.map(\.comparedWith) == ["fast", "fast", "86400.0 s"])
    #expect(bars.map(\.kind) == [.ratio, .ratio, .median])
    #expect(bars.map(\.unit) == [nil, nil, 86_400e9])
    #expect(bars[0].ratio == bars[1].ratio)
    #expect(bars[0].limit == 0.001)
  }

  @Test func `a bar on a difference compares it with what the row may take more`() throws {
    let row = RowResult.fixture("row", nanoseconds: 13, ratios: ["floor": 1])
    let floor = RowResult.fixture("floor", nanoseconds: 10)
    var evidence = BarEvidence()
    for round in 0..<8 {
      // Slower in each round, both of them.
      evidence.rounds["row", default: [:]][round] = Double(13 + round)
      evidence.rounds["floor", default: [:]][round] = Double(10 + round)
    }
    let bars = [1, 3, 100].flatMap { limit in
      Bar("more", over: "floor", atMost: .nanoseconds(limit)).judged(
        for: row,
        among: [row, floor],
        evidence: evidence
      )
    }.map(\.result)
    #expect(bars.map(\.ratio) == [3, 1, 0.03])
    #expect(bars.map(\.interval?.lower) == [3, 1, 0.03])
    #expect(bars.map(\.verdict) == [.missed, .held, .held])
    #expect(bars.map(\.comparedWith).first == "floor + 1.0 ns")
    #expect(bars.allSatisfy { $0.kind == .difference })
    #expect(bars.map(\.unit) == [1, 3, 100])
    #expect(Bar("more", over: "floor", atMost: .nanoseconds(1)).floors == ["floor"])
  }

  @Test func `a body says what it holds in memory, and a bar judges it`() async throws {
    let directory = try TemporaryDirectory()
    let row = Benchmark(
      "row",
      bars: [Bar("small", memoryAtMost: 999), Bar("large", memoryAtMost: 2000)]
    ) { BenchmarkBody(state: 0, run: spin, verify: { _, _ in }).reportingMemory { 1000 } }
    _ = try await BenchmarkSuite([row]).run([
      "--quick", "--rounds", "2", "--json", "\(directory.path)/r.json",
    ])
    let result = try directory.result("r.json")
    #expect(result.rows.map(\.memory) == [1000])
    let bars = try #require(result.bars)
    #expect(bars.map(\.holds) == [false, true])
    #expect(bars.map(\.ratio) == [1000.0 / 999, 0.5])
    #expect(bars.map(\.comparedWith) == ["999 bytes", "2000 bytes"])
    #expect(bars.map(\.kind) == [.memory, .memory])
    #expect(bars.map(\.unit) == [999, 2000])
  }

  @Test func `a bar on allocations is judged when its row is counted, and again when it is again`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let row = Benchmark(
      "row",
      bars: [Bar("none", allocationsAtMost: 0), Bar("few", allocationsAtMost: 2)]
    ) { BenchmarkBody(state: 0, run: spin, verify: { _, _ in }) }
    _ = try await BenchmarkSuite([row]).run([
      "--quick", "--rounds", "2", "--json", "\(directory.path)/r.json",
    ])
    var result = try directory.result("r.json")
    #expect(result.bars == [])
    for (allocations, ratio, holds) in [
      (1.001, 1, [false, true]), (0.004, 0, [true, true]), (3, 3, [false, false]),
    ] as [(Double, Double, [Bool])] {
      let counts = RowCounts(
        instructions: 1,
        allocations: allocations,
        objects: 0,
        retains: 0,
        releases: 0,
        iterations: 10
      )
      result.setCounts(counts, ofRow: "other")
      result.setCounts(counts, ofRow: "row")
      #expect(result.bars?.map(\.name) == ["none", "few"])
      #expect(result.bars?.map(\.holds) == holds)
      #expect(result.bars?.map(\.ratio) == [ratio, ratio])
      #expect(result.bars?.map(\.kind) == [.allocations, .allocations])
    }
  }

  @Test func `a bar whose floor is left out is not claimed to hold`() async throws {
    let directory = try TemporaryDirectory()
    let row = Benchmark("row", bars: [Bar("bar", against: "floor", atMost: 1e6)]) {
      BenchmarkBody(state: 0, run: spin, verify: { _, _ in })
    }
    let floor = Benchmark("floor", kind: .floor) {
      BenchmarkBody(state: 0, run: spin, verify: { _, _ in })
    }
    _ = try await BenchmarkSuite([row, floor]).run([
      "--quick", "--rounds", "2", "--filter", "^row$", "--json", "\(directory.path)/r.json",
    ])
    let result = try directory.result("r.json")
    #expect(result.bars == [])
    #expect(
      result.unjudgedBars == [
        UnjudgedBar(name: "bar", row: "row", reason: "its floor floor was not measured")
      ]
    )
  }

  @Test func `a bar without what it takes to judge it is told, once for a series`() async throws {
    let directory = try TemporaryDirectory()
    let bars = [
      Bar("small", memoryAtMost: 1), Bar("linear", exponentOf: "size", atMost: 1),
      Bar("none", allocationsAtMost: 0), Bar("a day", medianAtMost: .seconds(86_400)),
    ]
    let rows = [1, 2].map { size in
      Benchmark("row", parameters: ["size": size], bars: bars) {
        BenchmarkBody(state: 0, run: spin, verify: { _, _ in })
      }
    }
    _ = try await BenchmarkSuite(rows).run([
      "--quick", "--rounds", "2", "--json", "\(directory.path)/r.json",
    ])
    let unjudged = try #require(try directory.result("r.json").unjudgedBars)
    #expect(unjudged.map(\.name) == ["small", "small", "linear"])
    #expect(unjudged.map(\.row) == ["row/size=1", "row/size=2", "row/size=2"])
    #expect(unjudged.last?.reason == "fewer than three values of size were measured")
  }

  @Test func `a bar on a parameter that its row hasn't is an error`() async throws {
    let row = Benchmark(
      "row",
      parameters: ["size": 1],
      bars: [Bar("bar", exponentOf: "count", atMost: 1)]
    ) { BenchmarkBody(state: 0, run: spin, verify: { _, _ in }) }
    let error = SuiteError(
      "row row/size=1",
      "the bar bar is on the exponent of count, which is none of its parameters",
      remedy: "use one of these: size"
    )
    await #expect(throws: error) { try await BenchmarkSuite([row]).run(["--list"]) }
  }

  @Test func `a bar against a row that does not exist is an error`() async throws {
    let row = Benchmark("row", bars: [Bar("bar", against: "misspelt", atMost: 1)]) {
      BenchmarkBody(state: 0, run: spin, verify: { _, _ in })
    }
    await #expect(throws: SuiteError.self) { try await BenchmarkSuite([row]).run(["--quick"]) }
  }
}

private func spin(_ sum: inout Int, _ iterations: Int) {
  for index in 0..<iterations {
    sum &+= index
    blackHole(sum)
  }
}
