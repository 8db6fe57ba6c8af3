import BenchmarkHarness
import Counting
import ProcessLaunching
import Testing

/// What the tests of tracepoints cost a store that nobody records: exact counts, of a build with them and
/// of one in which they are compiled out (`make check` builds it).
@Suite(
  .serialized,
  .enabled(
    if: ReleaseBenchmark.isCountable && ReleaseBenchmark.isBuiltWithoutTracepoints,
    "needs valgrind and the release DispatchThroughput in .build-untraced, which tools/check builds"
  ),
  .timeLimit(.minutes(30))
)
struct TracingCostTests {
  @Test(arguments: ["8B", "64KB", "array-100k"])
  func `a dispatch executes about as many instructions as without tracepoints`(
    state: String
  )
    async throws
  {
    let with = try await instructions(of: ReleaseBenchmark.program, state: state)
    let without = try await instructions(
      of: ReleaseBenchmark.programWithoutTracepoints,
      state: state
    )
    // Tests of words are instructions, but hardly time: loads that hit and branches that are never
    // taken. The time is the benchmark's to tell; this finds a test too many.
    print("dispatch/\(state): \(with) instructions with tracepoints, \(without) without")
    #expect(with - without <= 18.5)
  }

  /// Those of one dispatch.
  private func instructions(of program: String, state: String) async throws -> Double {
    // So many that what LTTng's own threads do meanwhile is little.
    try await CountedProgram(BenchmarkProgram(program)).measure(
      row: "dispatch/producers=1/state=\(state)",
      iterations: 200_000
    ).counts.instructions
  }
}
