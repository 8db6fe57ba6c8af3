import CommandRunning
import Foundation
import Testing

@testable import Counting

/// The heap's totals beside a recording.
@Suite(
  .timeLimit(.minutes(30)),
  .records,
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind"), "needs valgrind")
)
struct RecordedHeapTests {
  @Test func `what LTTng allocates where a program is recorded is in no total`() async throws {
    try await ToolFixture.open { fixture in
      func totals(under recorder: [String] = []) async throws -> HeapTotals {
        let output = "\(fixture.folder)/heap-\(recorder.count)"
        try await Command.succeed(
          recorder + ["valgrind"] + HeapTotals.options(output: output)
            // The text's buffer is the program's own.
            + [fixture.program.path, "emit:100", "print:text"]
        )
        return try #require(HeapTotals(Data(contentsOf: URL(filePath: output))))
      }
      let alone = try await totals()
      let trace = "\(fixture.folder)/t"
      let recorded = try await totals(under: [fixture.hamon, "record", "--output", trace, "--"])
      #expect(recorded == alone)
      #expect(alone.allocations > 0)
      #expect(FileManager.default.fileExists(atPath: trace))
    }
  }
}
