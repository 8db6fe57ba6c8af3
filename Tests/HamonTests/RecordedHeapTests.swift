import Foundation
import Subprocess
import Testing

@testable import ExactCounts

/// The heap's totals beside a recording.
@Suite(
  .timeLimit(.minutes(30)),
  .enabled(if: TracedProgram.isPossible, "needs lttng-tools, liblttng-ust-dev and cc"),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind"), "needs valgrind")
)
struct RecordedHeapTests {
  @Test func `what LTTng allocates where a program is recorded is in no total`() async throws {
    try await ToolFixture.open { fixture in
      let program = try await TracedProgram(in: fixture.folder)
      func totals(under recorder: [String] = []) async throws -> HeapTotals {
        let output = "\(fixture.folder)/heap-\(recorder.count)"
        let result = try await Subprocess.run(
          .name("env"),
          arguments: Arguments(
            recorder + ["valgrind"] + HeapTotals.options(output: output)
              // The text's buffer is the program's own.
              + [program.path, "emit:100", "print:text"]
          ),
          output: .discarded,
          error: .string(limit: 1 << 20)
        )
        try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
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
