import BenchmarkHarness
import Testing

// This file imports the product alone, as its users do, and MemberImportVisibility is on: it compiles only as
// long as the harness exports the types of BenchmarkResults that are in its public interface.
struct ReachableNamesTests {
  @Test func `a user of the product reaches the kinds and parameters of rows`() {
    let benchmark = Benchmark("row", parameters: ["size": 1], kind: .peer) {
      BenchmarkBody(run: { _ in }, verify: { _ in })
    }
    let kind: BenchmarkKind = benchmark.kind
    let parameter: BenchmarkParameter? = benchmark.parameters.first
    #expect(kind == .peer && kind.rawValue == "peer")
    #expect(parameter?.key == "size" && parameter?.description == "size=1")
  }
}
