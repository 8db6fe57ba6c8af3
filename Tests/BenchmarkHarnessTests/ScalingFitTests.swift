import Testing

@testable import BenchmarkHarness

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ScalingFitTests {
  @Test func `the exponent of a power is found, whatever its factor`() throws {
    let sizes = [10.0, 100, 1000, 10_000]
    let linear = try #require(ScalingFit(sizes.map { ($0, 7 * $0) }))
    #expect(abs(linear.exponent - 1) < 1e-9)
    #expect(linear.count == 4)
    let square = try #require(ScalingFit(sizes.map { ($0, 0.1 * $0 * $0) }))
    #expect(abs(square.exponent - 2) < 1e-9)
    let constant = try #require(ScalingFit(sizes.map { ($0, 5) }))
    #expect(abs(constant.exponent) < 1e-9)
  }

  @Test func `two points, or a value of 0, are no fit`() {
    #expect(ScalingFit([(1, 1), (2, 2)]) == nil)
    #expect(ScalingFit([(1, 1), (1, 2), (2, 2)]) == nil)
    #expect(ScalingFit([(0, 1), (1, 2), (2, 2)]) == nil)
  }

  @Test func `a bar judges the exponent of the rows that differ in the parameter only`()
    async throws
  {
    let directory = try TemporaryDirectory()
    var benchmarks: [Benchmark] = []
    for shape in ["line", "other"] {
      for size in [100, 1000, 10_000] {
        benchmarks.append(
          Benchmark(
            "grow",
            parameters: ["shape": shape, "size": size],
            // Each row has them, and only the largest answers.
            bars: [
              Bar("never", exponentOf: "size", atMost: 0.1),
              Bar("always", exponentOf: "size", atMost: 100),
            ]
          ) {
            BenchmarkBody(
              state: 0,
              run: { sum, iterations in
                for _ in 0..<iterations * size {
                  sum += 1
                  blackHole(sum)
                }
              },
              verify: { sum, iterations in
                try VerificationError.check("sum", found: sum, expected: iterations * size)
              }
            )
          }
        )
      }
    }
    _ = try await BenchmarkSuite(benchmarks).run(
      commandLine: ["--quick", "--rounds", "2", "--json", "\(directory.path)/r.json"],
      probe: .fixture(),
      print: { _ in }
    )
    let bars = try #require(try directory.result("r.json").bars)
    #expect(bars.map(\.name) == ["never", "always", "never", "always"])
    #expect(bars.map(\.verdict) == [.missed, .held, .missed, .held])
    #expect(bars[0].comparedWith == "exponent of size over 3 rows")
    #expect(bars[0].kind == .exponent)
  }
}
