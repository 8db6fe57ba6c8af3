import BenchmarkHarness
import TaskAnalysis
import TraceAnalysis
import TraceReading

extension BenchmarkSuite {
  /// The report of what tasks did: an iteration is the whole trace of a million of them.
  mutating func addTasks(_ trace: RecordedTrace) {
    add(
      Benchmark(
        "tasks",
        parameters: ["tasks": UInt64(RecordedTrace.taskCount)],
        bars: [Bar("a million tasks", medianAtMost: .seconds(2))]
      ) {
        var done = 0
        return BenchmarkBody(
          run: { count in
            for _ in 0..<count {
              var recorder: TaskRecorder?
              _ = try TraceReport(readingTracesAt: [trace.tasksPath]) { catalog in
                recorder = TaskRecorder(catalog: catalog)
                return recorder
              }
              guard let recorder else { continue }
              recorder.finish()
              let symbols = try TaskSymbols(inTrace: trace.tasksPath)
              let report = TaskReport(recorder, symbols: symbols)
              // The main one as well, which never ends.
              try VerificationError.check(
                "tasks",
                found: report.created,
                expected: UInt64(RecordedTrace.taskCount) + 1
              )
              // What ends while the process exits isn't told: 99 of 100 are far more than that leaves.
              let isMatched = report.matched * 100 >= report.created * 99
              try VerificationError.check("matched, 99 %", found: isMatched, expected: true)
            }
            done += count
          },
          verify: { try VerificationError.check("readings", found: done, expected: $0) }
        )
      }
    )
  }
}
