import BenchmarkHarness
import FoundationEssentials
import Glibc
import SampleAnalysis
import SampleFiles
import SuiteErrors
import TraceAnalysis
import TraceReading
import TraceRecording

extension BenchmarkSuite {
  /// A trace with as many samples as events, as `hamon report` reads it; an iteration is all of it.
  mutating func addReport(samples count: Int, isolation: DaemonIsolation) {
    add(
      Benchmark(
        "report",
        parameters: ["events": count, "samples": count],
        bars: [
          Bar("a report, a microsecond an event or sample", medianAtMost: .microseconds(2 * count)),
          Bar("a report, memory", memoryAtMost: 300_000_000),
        ]
      ) {
        let trace = try await SampledTrace(count: count, isolation: isolation)
        var done = 0
        return BenchmarkBody(
          run: { readings in
            for _ in 0..<readings { try trace.read() }
            done += readings
          },
          verify: { try VerificationError.check("readings", found: done, expected: $0) },
          tearDown: { trace.remove() }
        )
        .reportingMemory { PeakMemory.bytes }
        .takingAtMost(samples: 3)
        // Threads decode the trace's streams ahead.
        .timing(.process)
      }
    )
  }
}

/// A program's events as they were recorded, with samples that are generated.
private struct SampledTrace {
  /// How much of the wall time what a thread did may leave untold.
  private static let wallTolerance = 0.001

  private let count: Int
  private let folder: String
  private let samples: GeneratedSamples
  private let clockOffset: Int64

  init(count: Int, isolation: DaemonIsolation) async throws {
    self.count = count
    folder =
      FileManager.default.temporaryDirectory
      .appending(path: "hamon-sampled-trace-\(getpid())").path
    do {
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      var options = TraceRecordingOptions(
        target: .command([program, SampledWork.emit.rawValue, "\(count)"]),
        outputDirectory: folder,
        isLossless: true
      )
      options.sampling = SamplingRequest(frequency: 999)
      let report = try await Recording(options: options, isolation: isolation).run()
      if let failure = report.failures.first { throw failure }
      clockOffset = TraceClock.offset(ofTraceAt: folder) ?? 0
      // The thread that emits.
      let recorded = try SampleProfile(inTrace: folder)
      guard
        let busiest = recorded.threads.max(by: { $0.value.samples.count < $1.value.samples.count })
      else {
        throw VerificationError("threads", expected: "one", found: "none")
      }
      let emitting = GeneratedSamples.Program(
        process: busiest.key.process,
        threads: [busiest.key.thread],
        begin: recorded.span.lowerBound,
        step: max(4, UInt64(recorded.span.count) / UInt64(count))
      )
      samples = try GeneratedSamples(count: count, of: emitting, in: folder)
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  func read() throws {
    let profile = try SampleProfile(inTrace: folder)
    try samples.check(profile)
    var profiler: IntervalProfiler?
    let report = try TraceReport(readingTracesAt: [folder]) { catalog in
      profiler = IntervalProfiler(profile, catalog: catalog, clockOffset: clockOffset, next: nil)
      return profiler
    }
    try VerificationError.check("events", found: report.eventCount, expected: UInt64(count))
    let told = SampleReport(profile, intervals: profiler)
    try VerificationError.check(
      "intervals",
      found: told.intervals.reduce(0) { $0 + $1.count },
      expected: UInt64(count / 2)
    )
    for interval in told.intervals {
      // What was before the first sample of the thread is in none of them.
      let missing = Double(interval.wall) - Double(interval.times.sum)
      guard (0...Self.wallTolerance * Double(interval.wall)).contains(missing) else {
        throw VerificationError(
          "running, ready and blocked",
          expected: "\(interval.wall) ns",
          found: "\(interval.times.sum) ns"
        )
      }
    }
  }
}
