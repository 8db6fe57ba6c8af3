import Foundation
import Subprocess
import Testing

/// Emitting allocates nothing, whatever is emitted: counted while it is recorded.
@Suite(
  .serialized,
  .enabled(if: TracedProgram.isPossible, "needs lttng-tools, liblttng-ust-dev, babeltrace2 and cc"),
  .timeLimit(.minutes(30))
)
struct EmissionAllocationTests {
  @Test func `no emission allocates, also where text has to be escaped`() async throws {
    let package = FixturePackage(linker: .lld, configuration: .release)
    let program = try await package.program("TracedProgram")
    try await ToolFixture.open { fixture in
      let library = try await Self.counter(in: fixture.folder)
      func allocations(_ count: Int) async throws -> Int {
        let file = "\(fixture.folder)/allocations"
        let trace = "\(fixture.folder)/t\(count)"
        let outcome = try await fixture.run([
          "record", "--lossless", "--cpu-time", "-o", trace, "--", "env", "LD_PRELOAD=\(library)",
          "COUNT_ALLOCATIONS=\(file)", program, "everything", "\(count)",
        ])
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(try await fixture.count("signpost:interval_begin", in: trace) == 2 * count)
        #expect(try await fixture.count("signpost:event", in: trace) == count)
        #expect(try await fixture.count("signpost:field_text", in: trace) == 2 * count)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      }
      // Start-up allocates as well: the slope between two counts is that of the emissions.
      let fewer = try await allocations(100)
      let more = try await allocations(1100)
      // LTTng's listener threads do as they like; one allocation an emission would be 1,000.
      #expect(abs(more - fewer) < 20, "\(fewer) and \(more)")
    }
  }

  /// Compiles what counts the allocations.
  private static func counter(in folder: String) async throws -> String {
    let source = "\(FixturePackage.repository)/Tests/Fixtures/count-allocations.c"
    let library = "\(folder)/count-allocations.so"
    let result = try await Subprocess.run(
      .name("cc"),
      arguments: ["-O1", "-shared", "-fPIC", "-o", library, source, "-ldl"],
      output: .discarded,
      error: .string(limit: 1 << 16)
    )
    try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
    return library
  }
}
