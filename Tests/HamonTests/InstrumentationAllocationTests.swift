import Foundation
import SeededRandom
import Testing

/// What the three backends cost where nobody records, in allocations, by valgrind.
@Suite(
  .serialized,
  .enabled(if: TestTier.isCheck, "make check runs it"),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind"), "needs valgrind"),
  .timeLimit(.minutes(30))
)
struct InstrumentationAllocationTests {
  @Test(arguments: [("unrecorded-spans", 1), ("unrecorded-metrics", 0), ("unrecorded-logs", 0)])
  func `where nobody records a span is one object, values and messages are none`(
    what: String,
    each: Int
  ) async throws {
    let package = FixturePackage(
      name: "InstrumentedProgram",
      linker: .lld,
      configuration: .release
    )
    let program = try await package.program("PackagedProgram")
    // Start-up allocates as well: the slope between two counts is what each one allocates.
    let fewer = try await AllocationCount(of: program, arguments: [what, "300"])
    let more = try await AllocationCount(of: program, arguments: [what, "900"])
    #expect(more.output == "\(what) 900\n")
    // A few of the concurrency runtime's own come and go with how its threads start.
    #expect(
      abs(more.allocations - fewer.allocations - 600 * each) <= 5,
      "\(fewer.allocations) and \(more.allocations)"
    )
  }
}
