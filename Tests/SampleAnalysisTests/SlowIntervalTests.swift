import Foundation
import MadeSamples
import ReportRendering
import Testing

@testable import SampleAnalysis
@testable import TraceAnalysis
@testable import TraceReading

/// Why intervals were slow, and what would tell it where nobody knows.
@Suite struct SlowIntervalTests {
  private static let millisecond: UInt64 = 1_000_000

  /// Two threads; the first waits for a lock from 5 to 25 ms.
  private static func profile() throws -> SampleProfile {
    var samples = MadeSamples()
    samples.goOn(thread: 7, at: 1)
    samples.goOn(thread: 8, at: 1)
    for step in UInt64(0)..<5 {
      samples.run(["spin", "work", "main"], thread: 7, at: step * millisecond + 2)
    }
    samples.stop(thread: 7, at: 5 * millisecond)
    samples.wait(
      ["libc/__lll_lock_wait", "libc/pthread_mutex_lock", "Cache.get()", "work", "main"],
      thread: 7,
      at: 6 * millisecond
    )
    samples.goOn(thread: 7, at: 25 * millisecond)
    samples.stop(thread: 8, at: 30 * millisecond)
    return try samples.profile()
  }

  /// Events that a profiler gets, and a timeline behind it.
  private static func events(
    _ profile: SampleProfile
  ) throws -> (events: MadeEvents, profiler: IntervalProfiler, timeline: TimelineRecorder) {
    var made: (IntervalProfiler, TimelineRecorder)?
    let events = MadeEvents { catalog in
      let timeline = TimelineRecorder(catalog: catalog)
      let profiler = IntervalProfiler(profile, catalog: catalog, clockOffset: 0, next: timeline)
      made = (profiler, timeline)
      return profiler
    }
    let (profiler, timeline) = try #require(made)
    return (events, profiler, timeline)
  }

  @Test func `a request that changes its thread is told by what most of it was, and told once`()
    throws
  {
    let profile = try Self.profile()
    var profiler: IntervalProfiler?
    let recorder = { (catalog: TraceCatalog) -> IntervalProfiler in
      let made = IntervalProfiler(profile, catalog: catalog, clockOffset: 0, next: nil)
      profiler = made
      return made
    }
    var events = MadeEvents(recorder)
    let ms = Self.millisecond
    // Of which nothing is known that would be most of it.
    events.begin("wanders", 3, on: 7, at: ms)
    events.begin("request", 1, on: 7, at: 4 * ms)
    events.begin("enter a sale", 2, parent: 1, on: 7, at: 9 * ms / 2)
    events.end(2, on: 7, at: 26 * ms)
    events.end(1, on: 8, at: 27 * ms)
    events.begin("a little", 4, parent: 3, on: 7, at: 28 * ms)
    events.end(4, on: 7, at: 57 * ms / 2)
    events.end(3, on: 8, at: 29 * ms)
    let report = SampleReport(profile, intervals: profiler)
    #expect(report.slowest.map(\.name) == ["wanders", "request", "a little"])
    #expect(
      report.slowest.first?.sentence
        == "28.0 ms: 28.0 ms suspended, not told for what: record with --concurrency; "
        + "meanwhile its process ran for 36.0 ms, mostly in `spin`"
    )
    let slow = try #require(report.slowest.dropFirst().first)
    #expect(
      slow.sentence
        == "23.0 ms: 20.0 ms waiting in `enter a sale` (`Cache.get()`) for the lock "
        + "that probably thread 8 held, which computed"
    )
    #expect(slow.begin == Int64(9 * ms / 2) && slow.length == 43 * ms / 2 && slow.wall == 23 * ms)
    let moved = try #require(report.intervals.first { $0.name == "request" })
    #expect(moved.count == 1 && moved.untold == 0 && moved.times.sum == 0)
    #expect(moved.suspended == 23 * ms && moved.waits == ["not told": 23 * ms])
    let told = try #require(report.intervals.first { $0.name == "enter a sale" })
    #expect(told.waits == ["lock": 20 * ms])
  }

  @Test func `an interval that was suspended, while its thread did something else, isn't told`()
    throws
  {
    let profile = try Self.profile()
    let made = try Self.events(profile)
    var events = made.events
    let ms = Self.millisecond
    events.begin("one request", 1, on: 7, at: 2 * ms)
    events.begin("sleeps", 2, parent: 1, on: 7, at: 3 * ms)
    events.begin("another request", 3, on: 8, at: 3 * ms)
    events.begin("enter a sale", 4, parent: 3, on: 7, at: 4 * ms)
    events.end(4, on: 7, at: 26 * ms)
    events.end(3, on: 8, at: 26 * ms)
    events.end(2, on: 7, at: 27 * ms)
    events.end(1, on: 7, at: 28 * ms)
    // What nests on one thread, with parents and without, is told.
    events.begin("outer", 5, on: 8, at: 28 * ms)
    events.begin("inner", 6, parent: 5, on: 8, at: 28 * ms + 1)
    events.end(6, on: 8, at: 28 * ms + 2)
    events.begin("alone", 7, on: 8, at: 28 * ms + 3)
    events.end(7, on: 8, at: 28 * ms + 4)
    events.end(5, on: 8, at: 28 * ms + 5)
    let report = SampleReport(profile, intervals: made.profiler)
    let told = Dictionary(
      uniqueKeysWithValues: report.intervals.map { ($0.name, $0.suspended == 0) }
    )
    #expect(
      told == [
        "one request": false, "sleeps": false, "another request": true, "enter a sale": true,
        "outer": true, "inner": true, "alone": true,
      ]
    )
    // The other request is told by the sale, and the first one by what slept in it.
    #expect(report.slowest.prefix(2).map(\.name) == ["one request", "another request"])
    #expect(report.slowest.allSatisfy { $0.name != "sleeps" && $0.name != "enter a sale" })
    #expect(
      report.slowest[0].sentence.hasPrefix(
        "26.0 ms: 24.0 ms suspended in `sleeps`, not told for what: record with --concurrency;"
      )
    )
  }

  /// Thread 7 waits for work from 2 to 20 ms, and for a lock from 22 to 30 ms; thread 8 has work from 3 to 19 ms.
  private static func pool() -> MadeSamples {
    let idle = [
      "libc/__futex_abstimed_wait_common64", "libc/sem_timedwait", "libc/_dispatch_worker_thread",
    ]
    var samples = MadeSamples()
    samples.goOn(thread: 7, at: 1)
    samples.stop(thread: 8, at: 1)
    samples.wait(idle, thread: 8, at: millisecond)
    samples.stop(thread: 7, at: 2 * millisecond)
    samples.goOn(thread: 8, at: 3 * millisecond)
    for step in UInt64(3)..<19 {
      samples.run(["hot", "libc/swift_job_run"], thread: 8, at: step * millisecond + 5)
    }
    samples.wait(idle, thread: 7, at: 4 * millisecond)
    samples.stop(thread: 8, at: 19 * millisecond)
    samples.goOn(thread: 7, at: 20 * millisecond)
    samples.stop(thread: 7, at: 22 * millisecond)
    let lock = ["libc/pthread_mutex_lock", "Cache.get()", "libc/_dispatch_worker_thread"]
    samples.wait(lock, thread: 7, at: 23 * millisecond)
    samples.goOn(thread: 7, at: 30 * millisecond)
    samples.stop(thread: 7, at: 40 * millisecond)
    return samples
  }

  @Test func `while its thread waits for work an interval is suspended, and is listed`() throws {
    let profile = try Self.pool().profile()
    let made = try Self.events(profile)
    var events = made.events
    let ms = Self.millisecond
    events.begin("stays", 1, on: 7, at: ms)
    events.begin("moves", 2, on: 7, at: 3 * ms / 2)
    events.end(2, on: 8, at: 18 * ms)
    events.end(1, on: 7, at: 21 * ms)
    events.begin("sale", 3, on: 7, at: 43 * ms / 2)
    events.end(3, on: 7, at: 31 * ms)
    events.begin("short", 4, on: 7, at: 32 * ms)
    events.end(4, on: 7, at: 32 * ms + ms / 5)
    events.begin("unseen", 5, on: 9, at: 33 * ms)
    events.end(5, on: 9, at: 36 * ms)
    let report = SampleReport(profile, intervals: made.profiler)
    let sentences = report.slowest.map { "\($0.name): \($0.sentence)" }
    try #require(sentences.count == 5)
    #expect(
      sentences[0]
        == "stays: 20.0 ms: 18.0 ms suspended, not told for what: record with --concurrency; "
        + "meanwhile its process ran for 16.0 ms, mostly in `hot`"
    )
    #expect(
      sentences[1] == "moves: 16.5 ms: 15.5 ms running, mostly in `hot`; "
        + "its thread runs tasks, perhaps others: record with --concurrency"
    )
    #expect(
      sentences[2] == "sale: 9.50 ms: 8.00 ms blocked on a lock, "
        + "mostly in `pthread_mutex_lock` under `Cache.get()`"
    )
    #expect(sentences[3] == "unseen: 3.00 ms: not told, for its thread wasn't sampled")
    #expect(
      sentences[4] == "short: 200 us: 200 us running, and no sample in it: "
        + "record with a higher --samples than 1000 Hz"
    )
    let stays = try #require(report.intervals.first { $0.name == "stays" })
    #expect(stays.times == ThreadTimeline.Times(running: 2 * ms))
    #expect(stays.suspended == 18 * ms && stays.waits == ["not told": 18 * ms])
    let moves = try #require(report.intervals.first { $0.name == "moves" })
    #expect(moves.times == ThreadTimeline.Times(running: 31 * ms / 2) && moves.suspended == ms)
    #expect(report.intervals.filter { $0.untold > 0 }.map(\.name) == ["unseen"])
  }

  @Test func `a thread waits for work in the loop of a pool, not in what that called`() throws {
    let loop = "Selector.whenReady0(strategy:onLoopBegin:_:)"
    let stacks = [
      ["libc/sem_timedwait", "libc/_dispatch_worker_thread", "libc/start_thread"],
      ["libc/__futex_abstimed_wait_common64", "libc/__new_sem_wait_slow64"],
      [
        "libc/epoll_wait", "closure in Epoll.epoll_wait(epfd:)", "syscall(blocking:)", loop,
        "run()",
      ],
      ["libc/sem_timedwait", "Queue.next()", "libc/_dispatch_worker_thread"],
      ["libc/read", "File.read()", loop, "run()"],
      ["libc/__lll_lock_wait", "libc/_dispatch_worker_thread"],
      ["libc/pthread_cond_wait"],
    ]
    var samples = MadeSamples()
    for (place, stack) in stacks.enumerated() {
      samples.stop(thread: Int32(10 + place), at: 1)
      samples.wait(stack, thread: Int32(10 + place), at: 2)
    }
    let profile = try samples.profile()
    let found = profile.stacks.stacksWaitingForWork()
    let threads = profile.threads.values.filter { found.contains($0.stretches[0].stack) }
    #expect(threads.map(\.thread).sorted() == [10, 11, 12])
  }

  @Test func `a page tells the thread of each interval, and selects the slowest`() throws {
    let profile = try Self.profile()
    let made = try Self.events(profile)
    var events = made.events
    let ms = Self.millisecond
    events.begin("stays", 1, on: 7, at: 4 * ms)
    events.end(1, on: 7, at: 26 * ms)
    events.begin("moves", 2, on: 7, at: 27 * ms)
    events.end(2, on: 8, at: 28 * ms)
    let (profiler, timeline) = (made.profiler, made.timeline)
    let report = events.analyzer.report(path: "trace", summary: .empty)
    let samples = SampleReport(profile, intervals: profiler)
    let part = SamplePage(profile, report: samples, catalog: events.catalog, clockOffset: 0)
    let threads = try #require(part.threads)
    let span = report.span(with: threads)
    #expect(span.lowerBound == 0 && span.upperBound >= Int64(30 * ms))
    let data = TimelineData(report: report, timeline: timeline, threads: threads)
    let base64 = try #require(data.tracks.first?.threads)
    let lanes = try #require(Data(base64Encoded: base64))
    let place = try #require(
      SampleLanes.order(of: profile)[SampleProfile.ThreadID(process: 5, thread: 7)]
    )
    let stays = lanes.prefix(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    #expect(stays == place)
    #expect(lanes.count == 8 && lanes.suffix(4).allSatisfy { $0 == 0xff })
    var page = HTMLPage(title: "Trace")
    try report.addSections(to: &page, latencyPlot: nil, timeline: timeline, threads: threads)
    try part.addSections(to: &page, origin: span.lowerBound)
    let html = page.rendered()
    #expect(html.contains("data-from=\"\(4 * ms)\" data-to=\"\(26 * ms)\" data-lane=\"\(place)\""))
    #expect(html.contains("waiting in `Cache.get()` for the lock that probably thread 8 held"))
  }

  /// What is said first of the samples below.
  private static func check(
    _ trace: TraceReport,
    _ samples: SampleReport,
    _ profile: SampleProfile
  ) throws {
    let slow = try #require(trace.reasons { samples.intervalReasons.cause(of: $0) }.first)
    #expect(
      slow.text.contains(
        ": 20.0 ms blocked on a lock, mostly in `pthread_mutex_lock` under `Cache.get()`;"
      )
    )
    let reasons = samples.reasons()
    #expect(reasons.map(\.kind) == [.lock, .processor, .functions])
    #expect(
      reasons[0].text.hasPrefix(
        "`waits` was blocked on locks for 20.0 ms of its 22.0 ms in all (1 times)"
      )
    )
    #expect(reasons[1].text.contains("no processor for 30.0 ms, 50 % of the time"))
    #expect(reasons[2].text.contains("mostly `idle` 33 %, `later` 33 %, `hot` 23 %"))
    var all = trace
    all.add(profile, clockOffset: 0)
    let threads = try #require(all.threads)
    #expect(threads.map(\.threadID) == [7, 8])
    #expect(threads.map(\.name) == ["thread", "other"])
    #expect(threads.map(\.running) == [19_999_999, 9_999_999])
    #expect(threads.map(\.blocked) == [20_000_000, 0] && threads.map(\.eventCount) == [0, 0])
  }

  /// What `tools/check-page` works with: what its threads do is told there, too.
  @Test func `a page of known samples and intervals is made, for a browser to work with`() throws {
    let ms = Self.millisecond
    var samples = MadeSamples()
    for thread in [Int32(7), 8] { samples.goOn(thread: thread, at: 1) }
    samples.name("worker", thread: 7, at: 1)
    samples.name("other", thread: 8, at: 1)
    for step in UInt64(0)..<10 {
      let own = step % 10 < 7 ? "hot" : "cold"
      samples.run([own, "work", "main"], thread: 7, at: step * ms + ms / 2)
      samples.run(["idle", "main"], thread: 8, at: step * ms + ms / 2)
    }
    samples.stop(thread: 8, at: 10 * ms, isReady: true)
    samples.stop(thread: 7, at: 10 * ms)
    samples.wait(
      ["libc/__lll_lock_wait", "libc/pthread_mutex_lock", "Cache.get()", "work", "main"],
      thread: 7,
      at: 15 * ms
    )
    samples.goOn(thread: 7, at: 30 * ms)
    for step in UInt64(30)..<40 {
      samples.run(["later", "main"], thread: 7, at: step * ms + ms / 2)
    }
    samples.stop(thread: 7, at: 40 * ms)
    let profile = try samples.profile()
    let made = try Self.events(profile)
    var events = made.events
    events.begin("waits", 1, on: 7, at: 9 * ms)
    events.end(1, on: 7, at: 31 * ms)
    events.begin("computes", 2, on: 7, at: 32 * ms)
    events.end(2, on: 7, at: 39 * ms)
    let (profiler, timeline) = (made.profiler, made.timeline)
    let report = events.analyzer.report(path: "trace", summary: .empty)
    let told = SampleReport(profile, intervals: profiler)
    #expect(told.slowest.map(\.name) == ["waits", "computes"])
    try Self.check(report, told, profile)
    let part = SamplePage(profile, report: told, catalog: events.catalog, clockOffset: 0)
    let threads = try #require(part.threads)
    var page = HTMLPage(title: "Trace")
    try report.addSections(to: &page, latencyPlot: nil, timeline: timeline, threads: threads)
    try part.addSections(to: &page, origin: report.span(with: threads).lowerBound)
    if let folder = ProcessInfo.processInfo.environment["HAMON_MADE_PAGES"] {
      try Data(page.rendered().utf8).write(to: URL(filePath: "\(folder)/samples.html"))
    }
  }
}
