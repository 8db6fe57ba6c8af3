import BenchmarkHarness
import Counting
import ProcessLaunching
import SuiteErrors
import Testing

/// Exact counts of the release build, by valgrind.
@Suite(
  .serialized,
  .enabled(if: ReleaseBenchmark.isCountable, "make check runs it, by valgrind"),
  .timeLimit(.minutes(30))
)
struct AllocationTests {
  @Test(arguments: [
    ("dispatch/producers=1/state=8B", 0), ("dispatch/producers=1/state=64KB", 0),
    ("dispatch/producers=1/state=array-100k", 0), ("dispatch-awaited/producers=1/state=8B", 0),
    ("dispatch-queued/producers=1/state=8B", 1),
  ])
  func `a dispatch allocates nothing in place and once in the queue`(
    row: String,
    each: Int
  )
    async throws
  {
    // Start-up allocates as well: the slope between two counts is the dispatch's own.
    // Both are below the number after which a thread leaves the queue to another.
    let fewer = try await AllocationCount.ofRow(row, of: ReleaseBenchmark.program, iterations: 300)
    let more = try await AllocationCount.ofRow(row, of: ReleaseBenchmark.program, iterations: 900)
    // A few of the concurrency runtime's own come and go with how its threads start.
    #expect(abs(more - fewer - 600 * each) <= 5, "\(fewer) and \(more)")
  }

  @Test func `hamon bench --counts tells what an operation calls`() async throws {
    let program = try await CountedProgram(BenchmarkProgram(ReleaseBenchmark.program))
    let row = "dispatch-queued/producers=1/state=8B"
    let counts = try await program.measure(row: row, iterations: 500).counts
    #expect(abs(counts.allocations - 1) < 0.05, "\(counts)")
    #expect(abs(counts.objects - 1) < 0.05, "\(counts)")
    #expect(counts.instructions > 100)
    let heap = try await program.countHeap(row: row, iterations: 500)
    // An object of the runtime: a header of 16 bytes and what it holds, freed with the item.
    #expect((16...256).contains(heap.bytes), "\(heap)")
    #expect(abs(heap.frees - counts.allocations) < 0.05, "\(heap)")
    #expect(counts.releases >= counts.retains)
    let error = await #expect(throws: SuiteError.self) {
      try await program.measure(row: "no such row", iterations: 10)
    }
    #expect(error?.description.hasPrefix("no such row: it could not be counted: ") == true)
  }
}
