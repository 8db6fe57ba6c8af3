import BenchmarkHarness
import Glibc
import TraceAnalysis
import TraceExport
import TraceReading

extension BenchmarkSuite {
  /// All rows: an iteration is the whole trace.
  mutating func addReading(_ trace: RecordedTrace) {
    addReport(trace)
    for format in TraceExportFormat.allCases {
      add(
        Benchmark(
          "export",
          parameters: ["format": format.rawValue],
          floors: ["events-only"]
        ) {
          Self.body {
            let exporter = TraceExporter(path: trace.path, format: format, outputPath: "/dev/null")
            try VerificationError.check(
              "events",
              found: exporter.run().report.eventCount,
              expected: RecordedTrace.eventCount
            )
          }
        }
      )
    }
    add(
      Benchmark("events-only", kind: .floor) {
        Self.body {
          var count: UInt64 = 0
          _ = try TraceReader(path: trace.path).read { _ in count += 1 }
          try VerificationError.check("events", found: count, expected: RecordedTrace.eventCount)
        }
      }
    )
    addTool("babeltrace2-dummy", "babeltrace2 -o dummy", trace)
    addTool("babeltrace2-text", "babeltrace2", trace)
  }

  private mutating func addReport(_ trace: RecordedTrace) {
    // A million events a second.
    let limit = Duration.microseconds(Int64(RecordedTrace.eventCount))
    add(
      Benchmark(
        "report",
        parameters: ["events": RecordedTrace.eventCount],
        floors: ["events-only", "babeltrace2-dummy", "babeltrace2-text"],
        bars: [Bar("reading with pairing, a microsecond an event", medianAtMost: limit)]
      ) {
        Self.body {
          let report = try TraceReport(reading: TraceReader(path: trace.path), sink: nil)
          let intervals = report.intervals.reduce(0) { $0 + $1.count }
          try VerificationError.check("events", found: report.eventCount, expected: 500_000)
          try VerificationError.check("intervals", found: intervals, expected: 200_000)
        }
      }
    )
  }

  @MainActor
  private static func body(_ readOnce: @escaping () throws -> Void) -> BenchmarkBody {
    var done = 0
    return BenchmarkBody(
      run: { count in
        for _ in 0..<count { try readOnce() }
        done += count
      },
      verify: { try VerificationError.check("readings", found: done, expected: $0) }
    )
    .timing(.process)
  }

  /// A program that reads the trace; its start is part of the time.
  private mutating func addTool(_ name: String, _ command: String, _ trace: RecordedTrace) {
    add(
      Benchmark(name, kind: .peer) {
        Self.body {
          // SAFETY: the command is a string for the call.
          let status = unsafe system("\(command) '\(trace.path)' > /dev/null")
          try VerificationError.check("status of \(command)", found: status, expected: 0)
        }
      }
    )
  }
}
