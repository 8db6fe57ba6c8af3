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
    var lines: [String] = []
    #expect(try await suite.run(commandLine: ["--describe"]) { lines.append($0) })
    let rows = lines.compactMap { RowDescription(line: $0) }
    #expect(rows.map(\.name) == ["limited", "free"])
    #expect(rows.map(\.limit) == [.atMost(time: .percent(5)), nil])
    // A description of before there were limits.
    let older = RowDescription(line: #"{"kind":"ours","name":"free","threads":1}"#)
    #expect(older == rows[1])
  }
}
