import MadeSamples
import SampleFiles
import Testing

@testable import SampleAnalysis
@testable import TraceAnalysis
@testable import TraceReading

/// Whether a process that emits nothing was stopped, by what its threads did; and slow intervals of one cause.
@Suite struct SilentProcessTests {
  private static let ms: UInt64 = 1_000_000

  /// Two intervals on two threads, of which a process says nothing from 10 to 110 ms.
  private static func report(_ samples: MadeSamples) throws -> TraceReport {
    var events = MadeEvents { TimelineRecorder(catalog: $0) }
    events.begin("a", 1, on: 7, at: 9 * ms)
    events.begin("b", 2, on: 8, at: 10 * ms)
    events.end(2, on: 8, at: 110 * ms)
    events.end(1, on: 7, at: 111 * ms)
    var report = events.analyzer.report(path: "trace", summary: .empty)
    report.add(try samples.profile(), clockOffset: 0)
    return report
  }

  /// Two threads that go on from 1 to 112 ms, but for what a test has them do.
  private static func samples(_ body: (inout MadeSamples) -> Void) -> MadeSamples {
    var samples = MadeSamples()
    for thread in [Int32(7), 8] { samples.goOn(thread: thread, at: 1) }
    body(&samples)
    for thread in [Int32(7), 8] { samples.stop(thread: thread, at: 112 * ms) }
    return samples
  }

  private static func wait(_ samples: inout MadeSamples, _ thread: Int32, isStopped: Bool) {
    samples.stop(thread: thread, at: 10 * ms + 1)
    let stack = isStopped ? ["spin", "work"] : ["libc/__read", "load", "work"]
    samples.wait(stack, thread: thread, at: 20 * ms, SampledWait(isStopped: isStopped))
    samples.goOn(thread: thread, at: 109 * ms)
  }

  private static func texts(_ report: TraceReport, _ kind: Why.Reason.Kind) -> [String] {
    report.reasons().filter { $0.kind == kind }.map(\.text)
  }

  @Test func `a process that a signal has stopped is told as that`() throws {
    let report = try Self.report(
      Self.samples { samples in
        for thread in [Int32(7), 8] { Self.wait(&samples, thread, isStopped: true) }
      }
    )
    #expect(report.silences?.map { $0.activity?.kind } == [.stopped])
    let text = try #require(Self.texts(report, .silence).first)
    #expect(text.contains("at work: a signal or a debugger had stopped it (longest: 100 ms)"))
    #expect(
      Self.texts(report, .slow).first?.contains(
        "its whole process was silent: a signal or a debugger had stopped it"
      ) == true
    )
  }

  @Test func `a process of which threads ran wasn't stopped`() throws {
    let report = try Self.report(
      Self.samples { samples in
        Self.wait(&samples, 7, isStopped: false)
        for step in UInt64(10)..<110 {
          samples.run(["sum", "work"], thread: 8, at: step * Self.ms)
        }
      }
    )
    let activity = try #require(report.silences?.first?.activity)
    #expect(activity.kind == .running)
    #expect(activity.text == "its threads ran for 101 ms, mostly in `sum`")
    #expect(Self.texts(report, .silence) == [])
    #expect(report.reasons().allSatisfy { !$0.text.contains("stopped") })
  }

  @Test func `a process that waits as a whole is told with what for`() throws {
    let report = try Self.report(
      Self.samples { samples in
        for thread in [Int32(7), 8] { Self.wait(&samples, thread, isStopped: false) }
      }
    )
    let activity = try #require(report.silences?.first?.activity)
    #expect(activity.kind == .waiting)
    #expect(
      activity.text == "its threads waited on I/O for 198 ms, mostly in `__read` under `load`"
    )
    #expect(Self.texts(report, .silence).first?.contains("stopped") == false)
  }

  @Test func `slow intervals of one name and cause are one row with their number`() throws {
    var samples = MadeSamples()
    samples.goOn(thread: 7, at: 1)
    for step in UInt64(0)..<300 {
      samples.run([step < 280 ? "sum" : "sort", "work"], thread: 7, at: step * Self.ms + 1)
    }
    samples.stop(thread: 7, at: 300 * Self.ms)
    let profile = try samples.profile()
    var profiler: IntervalProfiler?
    var events = MadeEvents { catalog in
      let made = IntervalProfiler(profile, catalog: catalog, clockOffset: 0, next: nil)
      profiler = made
      return made
    }
    for place in UInt64(0)..<15 {
      events.begin("request", place + 1, on: 7, at: (20 * place + 1) * Self.ms)
      events.end(place + 1, on: 7, at: (20 * place + 10 + place % 3) * Self.ms)
    }
    let report = SampleReport(profile, intervals: profiler)
    #expect(report.slowest.map(\.count) == [14, 1])
    #expect(
      report.slowest.map(\.told) == [
        "11.0 ms: 11.0 ms running, mostly in `sum`; 13 more like it, the shortest 9.00 ms",
        "11.0 ms: 11.0 ms running, mostly in `sort`",
      ]
    )
  }
}
