import CommandRunning
import Foundation
import SeededRandom
import Testing

/// Emitting allocates nothing, whatever is emitted: counted while it is recorded.
@Suite(
  .serialized,
  .enabled(if: TestTier.isCheck, "make check runs it"),
  .records,
  .timeLimit(.minutes(30))
)
struct EmissionAllocationTests {
  @Test func `no emission allocates, also where text has to be escaped`() async throws {
    let package = FixturePackage(linker: .lld, configuration: .release)
    let program = try await package.program("PackagedProgram")
    try await ToolFixture.open { fixture in
      let library = try await Self.counter(in: fixture.folder)
      let trace = "\(fixture.folder)/t"
      let outcome = try await fixture.succeed([
        "record", "--lossless", "--cpu-time", "-o", trace, "--", "env", "LD_PRELOAD=\(library)",
        program, "everything", "1100",
      ])
      #expect(try await fixture.count("signpost:interval_begin", in: trace) == 2 * 1100)
      #expect(try await fixture.count("signpost:event", in: trace) == 1100)
      #expect(try await fixture.count("signpost:field_text", in: trace) == 2 * 1100)
      // The last thousand times, of the thread that emits: LTTng's own do as they like. Asking for the number is one, as
      // often as anything is emitted.
      let found = outcome.output.firstMatch(of: /^allocations: (\d+)\n/).flatMap { Int($0.1) }
      #expect(try #require(found) <= 1, "\(outcome.output)")
    }
  }

  /// Compiles what counts the allocations.
  private static func counter(in folder: String) async throws -> String {
    let source = "\(FixturePackage.repository)/Tests/Fixtures/count-allocations.c"
    let library = "\(folder)/count-allocations.so"
    try await Command.succeed(["cc", "-O1", "-shared", "-fPIC", "-o", library, source])
    return library
  }
}
