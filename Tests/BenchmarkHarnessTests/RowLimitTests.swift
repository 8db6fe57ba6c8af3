import BenchmarkResults
import Testing

@testable import BenchmarkHarness

/// What a suite says of its rows' limits.
@Suite(.timeLimit(.minutes(30)))
struct RowLimitTests {
  @Test @MainActor func `a row's limit is in its description`() async throws {
    var suite = BenchmarkSuite("Suite")
    let body: @MainActor @Sendable () async throws -> BenchmarkBody = {
      BenchmarkBody(run: { _ in }, verify: { _ in })
    }
    suite.add(Benchmark("limited", gate: .atMost(time: .percent(5)), setUp: body))
    suite.add(Benchmark("free", setUp: body))
    suite.add(Benchmark("command", command: ["true"], gate: .atMost(.percent(5))))
    var lines: [String] = []
    #expect(try await suite.run(commandLine: ["--describe"]) { lines.append($0) })
    let rows = lines.compactMap { RowDescription(line: $0) }
    #expect(rows.map(\.name) == ["limited", "free", "command"])
    #expect(rows.map(\.limit) == [.atMost(time: .percent(5)), nil, .atMost(.percent(5))])
    // A description of before there were limits.
    let older = RowDescription(line: #"{"kind":"ours","name":"free","threads":1}"#)
    #expect(older == rows[1])
  }
}
