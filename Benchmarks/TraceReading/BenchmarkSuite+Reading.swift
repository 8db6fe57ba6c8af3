import BenchmarkHarness
import Glibc
import TraceAnalysis
import TraceExport
import TraceReading

extension BenchmarkSuite {
  /// All rows: an iteration is the whole trace.
  ///
  /// Rows `in-turn` do the same on one thread, as where there is one processor; the others have their streams decoded ahead by threads
  /// where processors allow. CPU times are of all threads.
  mutating func addReading(_ trace: RecordedTrace) {
    addReports(trace)
    for format in TraceExportFormat.allCases {
      for isInTurn in [false, true] {
        add(
          Benchmark(
            isInTurn ? "export-in-turn" : "export",
            parameters: ["format": format.rawValue],
            floors: isInTurn ? ["events-in-turn"] : ["export-in-turn", "events-only"]
          ) {
            Self.body {
              var exporter = TraceExporter(
                path: trace.path,
                format: format,
                outputPath: "/dev/null"
              )
              exporter.decodingThreads = isInTurn ? 0 : nil
              try VerificationError.check(
                "events",
                found: exporter.run().report.eventCount,
                expected: RecordedTrace.eventCount
              )
            }
          }
        )
      }
    }
    for isInTurn in [false, true] {
      add(
        Benchmark(isInTurn ? "events-in-turn" : "events-only", kind: .floor) {
          Self.body {
            var count: UInt64 = 0
            _ = try Self.reader(of: trace, isInTurn: isInTurn).read { _ in count += 1 }
            try VerificationError.check("events", found: count, expected: RecordedTrace.eventCount)
          }
        }
      )
    }
    addTool("babeltrace2-dummy", "babeltrace2 -o dummy", trace)
    addTool("babeltrace2-text", "babeltrace2", trace)
  }

  private mutating func addReports(_ trace: RecordedTrace) {
    // A million events a second.
    let limit = Duration.microseconds(Int64(RecordedTrace.eventCount))
    for isInTurn in [false, true] {
      let manner = isInTurn ? ", on one thread" : ""
      add(
        Benchmark(
          isInTurn ? "report-in-turn" : "report",
          parameters: ["events": RecordedTrace.eventCount],
          floors: isInTurn
            ? ["events-in-turn", "babeltrace2-dummy", "babeltrace2-text"]
            : ["report-in-turn", "events-only", "babeltrace2-dummy", "babeltrace2-text"],
          bars: [
            Bar("reading with pairing, a microsecond an event\(manner)", medianAtMost: limit)
          ]
        ) {
          Self.body {
            let report = try TraceReport(
              reading: Self.reader(of: trace, isInTurn: isInTurn),
              sink: nil
            )
            let intervals = report.intervals.reduce(0) { $0 + $1.count }
            try VerificationError.check("events", found: report.eventCount, expected: 500_000)
            try VerificationError.check("intervals", found: intervals, expected: 200_000)
          }
        }
      )
    }
  }

  private static func reader(of trace: RecordedTrace, isInTurn: Bool) throws -> TraceReader {
    let reader = try TraceReader(path: trace.path)
    reader.decodingThreads = isInTurn ? 0 : nil
    return reader
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
