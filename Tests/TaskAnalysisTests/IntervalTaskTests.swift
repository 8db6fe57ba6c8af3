import Foundation
import MadeSamples
import Testing

@testable import SampleAnalysis
@testable import TaskAnalysis
@testable import TraceAnalysis
@testable import TraceReading

/// What intervals did by the tasks that began them.
struct IntervalTaskTests {
  private static let ms: Int64 = 1_000_000
  private static let shop: UInt64 = 0x50

  /// Thread 7 waits for work from 4 ms on, thread 8 runs all the time.
  private static func profile() throws -> SampleProfile {
    var samples = MadeSamples()
    for thread in [Int32(7), 8] { samples.goOn(thread: thread, at: 1) }
    for step in UInt64(0)..<40 {
      let time = step * 1_000_000 + 500_000
      if step < 4 { samples.run(["parse", "main"], thread: 7, at: time) }
      samples.run(["render", "main"], thread: 8, at: time)
    }
    samples.stop(thread: 7, at: 4_000_000)
    let idle = ["libc/sem_timedwait", "libc/_dispatch_worker_thread"]
    samples.wait(idle, thread: 7, at: 5_000_000)
    samples.stop(thread: 8, at: 40_000_000)
    let folder = FileManager.default.temporaryDirectory.appending(path: "made-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try samples.write(toTrace: folder)
    return try SampleProfile(inTrace: folder)
  }

  /// Events of tasks and intervals, with the clock of the samples, and who joins them.
  private struct Joined {
    let factory: TaskFactory
    let intervals: TaskIntervals
    let profiler: IntervalProfiler
    var analyzer: TraceAnalyzer

    let profile: SampleProfile

    init(isSampled: Bool = true) throws {
      let catalog = TraceCatalog()
      profile = isSampled ? try IntervalTaskTests.profile() : SampleProfile()
      intervals = TaskIntervals(isSampled ? profile : nil, catalog: catalog, clockOffset: 0)
      profiler = IntervalProfiler(profile, catalog: catalog, clockOffset: 0, next: nil)
      profiler.tasks = intervals
      factory = TaskFactory(
        catalog: catalog,
        process: Int64(MadeSamples.process),
        next: profiler,
        observers: [intervals]
      )
      analyzer = TraceAnalyzer(catalog: catalog, sink: factory.recorder)
    }

    mutating func begin(_ name: String, _ id: UInt64, on thread: Int64, at time: Int64) {
      let begin = TraceBegin(
        kind: FrameworkKinds(factory.catalog).interval,
        id: id,
        parentID: 0,
        name: factory.catalog.symbol(for: name),
        subsystem: nil,
        category: nil,
        version: 0
      )
      emit(.begin(begin), on: thread, at: time)
    }

    mutating func end(_ id: UInt64, on thread: Int64, at time: Int64) {
      let kind = FrameworkKinds(factory.catalog).interval
      emit(.end(kind: kind, id: id, outcome: nil), on: thread, at: time)
    }

    private mutating func emit(_ payload: TracePayload, on thread: Int64, at time: Int64) {
      let key = TraceCatalog.ThreadKey(
        hostname: factory.catalog.symbol(for: "host"),
        processID: Int64(MadeSamples.process),
        threadID: thread
      )
      let index = factory.catalog.threadIndex(for: key, processName: "program") { "thread" }
      analyzer.consume(
        TraceEvent(
          timestamp: time,
          threadIndex: index,
          processIndex: factory.catalog.threads[index].processIndex,
          classIndex: 0,
          payload: payload
        )
      )
    }

    /// What a task did in a wait, after the whole trace.
    private func words() throws -> (Int32) -> String {
      factory.recorder.finish()
      let namer = TaskNamer(factory.recorder, try factory.symbols())
      return { intervals.words(for: $0, namer) }
    }

    mutating func report() throws -> SampleReport {
      analyzer.finish()
      return SampleReport(profile, intervals: profiler, words: try words())
    }

    mutating func reasons() throws -> IntervalReasons {
      analyzer.finish()
      return profiler.reasons(try words())
    }
  }

  @Test func `an interval did what its task did, wherever that ran, and waited for whom it did`()
    throws
  {
    var joined = try Joined()
    let (factory, ms) = (joined.factory, Self.ms)
    factory.name(Self.shop, "Shop")
    factory.create(1, caller: 0x10, at: 0)
    factory.create(2, caller: 0x20, at: 0)
    factory.run(1, at: 0, thread: 7)
    joined.begin("answer", 1, on: 7, at: ms)
    factory.run(2, on: Self.shop, at: 3 * ms, thread: 8)
    factory.pause(1, .executor, Self.shop, at: 4 * ms, thread: 7)
    factory.end(2, at: 15 * ms, thread: 8)
    factory.run(1, on: Self.shop, at: 15 * ms, thread: 8)
    joined.begin("inside", 2, on: 8, at: 16 * ms)
    joined.end(2, on: 8, at: 17 * ms)
    joined.end(1, on: 8, at: 18 * ms)
    factory.end(1, at: 20 * ms, thread: 8)
    let report = try joined.report()
    let answer = try #require(report.intervals.first)
    #expect(answer.name == "answer" && answer.count == 1 && answer.untold == 0)
    #expect(answer.times == ThreadTimeline.Times(running: UInt64(6 * ms)))
    #expect(answer.suspended == UInt64(11 * ms))
    #expect(answer.waits == ["actor": UInt64(11 * ms)])
    #expect(answer.running.map(\.functions) == [["parse", "main"], ["render", "main"]])
    #expect(
      report.slowest.map(\.sentence) == [
        "17.0 ms: 11.0 ms waiting for Shop, mostly held by task of 0x20, which computed in `render`",
        "1.00 ms: 1.00 ms running, mostly in `render`",
      ]
    )
  }

  @Test func `a task that waits for another one is told by that, and no idle thread is blocked`()
    throws
  {
    var joined = try Joined()
    let (factory, ms) = (joined.factory, Self.ms)
    factory.create(1, caller: 0x10, at: 0)
    factory.create(2, by: 1, caller: 0x20, at: 0)
    factory.run(1, at: 0, thread: 7)
    joined.begin("load", 1, on: 7, at: 2 * ms)
    factory.run(2, at: 3 * ms, thread: 8)
    factory.pause(1, .task, 2, at: 4 * ms, thread: 7)
    factory.end(2, at: 15 * ms, thread: 8)
    factory.run(1, at: 16 * ms, thread: 8)
    joined.end(1, on: 8, at: 17 * ms)
    // What no task began is told by its thread, which waits for work.
    joined.begin("alone", 2, on: 7, at: 18 * ms)
    joined.end(2, on: 7, at: 28 * ms)
    let report = try joined.report()
    let load = try #require(report.intervals.first { $0.name == "load" })
    #expect(load.waits == ["task": UInt64(11 * ms), "thread": UInt64(ms)])
    #expect(load.times.waiting == 0 && load.suspended == UInt64(12 * ms))
    let sentences = report.slowest.map(\.sentence)
    try #require(sentences.count == 2)
    #expect(sentences[0] == "15.0 ms: 11.0 ms waiting for task of 0x20, in 0x3000")
    #expect(
      sentences[1]
        == "10.0 ms: 10.0 ms suspended, not told for what: no recorded task began it; "
        + "meanwhile its process ran for 10.0 ms, mostly in `render`"
    )
  }

  @Test func `tasks alone tell what intervals waited for, and what they have not ended for`()
    throws
  {
    var joined = try Joined(isSampled: false)
    let (factory, ms) = (joined.factory, Self.ms)
    factory.name(Self.shop, "Shop")
    for task in UInt64(1)...4 { factory.create(task, caller: 0x10 * task, at: 0) }
    factory.run(1, at: 0, thread: 7)
    joined.begin("answer", 1, on: 7, at: ms)
    factory.run(2, on: Self.shop, at: 3 * ms, thread: 8)
    factory.pause(1, .executor, Self.shop, at: 4 * ms, thread: 7)
    factory.run(3, at: 4 * ms, thread: 7)
    joined.begin("sum", 2, on: 7, at: 5 * ms)
    joined.end(2, on: 7, at: 14 * ms)
    joined.begin("ask", 3, on: 7, at: 14 * ms)
    factory.pause(3, .continuation, at: 15 * ms, thread: 7)
    factory.end(2, at: 16 * ms, thread: 8)
    factory.run(1, on: Self.shop, at: 16 * ms, thread: 8)
    joined.end(1, on: 8, at: 18 * ms)
    factory.end(1, at: 20 * ms, thread: 8)
    factory.run(4, at: 34 * ms, thread: 8)
    // What no task began, nobody tells.
    joined.begin("alone", 4, on: 9, at: 34 * ms)
    joined.end(4, on: 9, at: 35 * ms)
    let reasons = try joined.reasons()
    #expect(
      reasons.slowest.map { "\($0.name): \($0.cause)" } == [
        "answer: 12.0 ms waiting for Shop, mostly held by task of 0x20",
        "sum: its task had a thread for 9.00 ms: record with --samples to see what for",
      ]
    )
    #expect(
      reasons.unended.map { "\($0.name): \($0.cause)" } == [
        "ask: 19.0 ms waiting for a continuation, in 0x3000"
      ]
    )
  }

  @Test func `who yields waits for the thread that another task keeps`() throws {
    var joined = try Joined()
    let (factory, ms) = (joined.factory, Self.ms)
    for task in UInt64(1)...3 { factory.create(task, caller: 0x10 * task, at: 0) }
    factory.run(1, at: 0, thread: 7)
    factory.run(2, at: 0, thread: 8)
    joined.begin("answer", 1, on: 7, at: ms)
    factory.enqueue(1, by: 1, at: 2 * ms)
    factory.pause(1, .continuation, at: 2 * ms, thread: 7)
    factory.run(3, at: 2 * ms, thread: 7)
    factory.end(2, at: 22 * ms, thread: 8)
    factory.enqueue(1, at: 22 * ms)
    factory.run(1, at: 22 * ms, thread: 8)
    joined.end(1, on: 8, at: 23 * ms)
    let report = try joined.report()
    #expect(report.intervals.first?.waits == ["thread": UInt64(20 * ms)])
    #expect(
      report.slowest.first?.sentence
        == "22.0 ms: 20.0 ms ready to run, with no thread of the pool free: task of 0x20 kept one, "
        + "which computed in `render`"
    )
  }
}
