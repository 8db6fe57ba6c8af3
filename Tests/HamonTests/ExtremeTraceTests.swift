import Foundation
import Testing
import TraceAnalysis
import TraceReading

/// Three processes at once, each with 1,000 intervals that overlap and end on another thread, and with
/// names that are empty, outside of ASCII, and longer than viewers take.
@Suite(.enabled(if: TracedProgram.isPossible && TraceReader.isSupported), .timeLimit(.minutes(30)))
struct ExtremeTraceTests {
  @Test func `counts, pairs and names are exact, in the report and in each export`() async throws {
    try await ToolFixture.open { fixture in
      let emit = try await EmitProgram(in: fixture.folder)
      let trace = "\(fixture.folder)/t"
      let script = "for i in 1 2 3; do '\(emit.path)' extreme & done; wait"
      let recorded = try await fixture.succeed(
        ["record", "--lossless", "-o", trace, "--", "sh", "-c", script])
      #expect(recorded.error.contains("events: 3150 signpost:interval_begin\n"))
      #expect(recorded.error.contains("events: 3150 signpost:interval_end\n"))

      let report = try TraceReport(readingTracesAt: [trace])
      let counts = Dictionary(
        uniqueKeysWithValues: report.intervals.map { ($0.name ?? "", $0.count) }
      )
      let long = String(repeating: "x", count: 20_000)
      let cut = String(repeating: "y", count: 29_997) + "..."
      let path = "C:\\new \\u{e9}\t"
      #expect(
        counts == ["overlap": 3000, "": 30, "café 🗡": 30, long: 30, cut: 30, path: 30]
      )
      let overlap = try #require(report.intervals.first { $0.name == "overlap" })
      // How far the three run at once is the scheduler's affair; each alone has a thousand.
      #expect((1000...3000).contains(overlap.maximumParallelism))
      #expect(report.intervals.allSatisfy { $0.unendedCount == 0 })
      #expect(report.processes.count == 3)
      #expect(report.processes.allSatisfy { $0.threadCount == 2 && $0.eventCount == 2100 })
      #expect(report.losses.endsWithoutBegin == [:])
      #expect(report.losses.missingContexts == [])
      #expect(!report.isPartial)

      let outcome = try await fixture.succeed([
        "report", trace, "--html", "\(fixture.folder)/r.html", "--json", "\(fixture.folder)/r.json",
      ])
      #expect(outcome.output.contains("café 🗡 [fixture/test]"))
      #expect(outcome.output.contains(#"C:\new \u{e9}  [fixture/test]"#))
      for format in ["chrome", "perfetto", "firefox", "folded", "csv", "otlp"] {
        let file = "\(fixture.folder)/x.\(format)"
        try await fixture.succeed(["export", trace, "--format", format, "-o", file])
        // Perfetto's form is no text, and has this text in it all the same.
        let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        #expect(text.contains(long))
        #expect(text.contains("café 🗡"))
        if format == "csv" || format == "otlp" {
          #expect(
            text.utf8.count { $0 == UInt8(ascii: "\n") } == 3150 + (format == "csv" ? 1 : 0)
          )
        }
      }
    }
  }
}
