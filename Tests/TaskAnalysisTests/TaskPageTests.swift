import Foundation
import ReportRendering
import Testing
import TraceAnalysis
import TraceReading

@testable import TaskAnalysis

/// What the scripts of a page get of tasks.
struct TaskPageTests {
  private static func numbers<Number: FixedWidthInteger>(
    _ text: String,
    as type: Number.Type = Int32.self
  ) throws -> [Number] {
    let bytes = [UInt8](try #require(Data(base64Encoded: text)))
    let size = Number.bitWidth / 8
    return stride(from: 0, to: bytes.count, by: size).map { place in
      bytes[place..<place + size].reversed().reduce(Number.zero) { $0 << 8 | Number($1) }
    }
  }

  /// Three tasks of two places, of which one waits for an actor and one for ever.
  private static func made(
    _ timeline: TaskTimeline,
    caller: UInt64 = 0x2000,
    name: String = ""
  ) -> TaskFactory {
    let factory = TaskFactory(observers: [timeline])
    factory.name(0xA0, "Bank")
    factory.name(0xE0, "DispatchMainExecutor", isMain: true)
    factory.create(10, kind: .main, at: 100, thread: 1)
    factory.run(10, on: 0xE0, at: 100, thread: 1)
    factory.create(20, by: 10, caller: caller, name: name, at: 110)
    factory.create(30, by: 20, caller: caller, at: 120)
    factory.run(20, at: 130, thread: 2)
    factory.run(30, on: 0xA0, at: 130, thread: 3)
    factory.pause(20, .executor, 0xA0, at: 140, thread: 2)
    factory.pause(30, .continuation, 0x77, at: 200, thread: 3)
    factory.run(20, on: 0xA0, at: 205, thread: 2)
    factory.pause(20, .executor, 0xE0, at: 210, thread: 2)
    factory.run(20, on: 0xE0, at: 220, thread: 1)
    factory.end(20, at: 230, thread: 1)
    return factory
  }

  @Test func `tasks are told with their parents, and rows of tables with their tasks`() throws {
    let timeline = TaskTimeline()
    let data = try Self.made(timeline).page(timeline).data(span: 100..<300, lanes: [:])
    #expect(data.tick == 1 && data.states.count == TaskPiece.State.allCases.count)
    #expect(try Self.numbers(data.tasks.parents) == [-1, 0, 1])
    #expect(try Self.numbers(data.tasks.begins, as: UInt32.self) == [0, 10, 20])
    #expect(try Self.numbers(data.tasks.ends, as: UInt32.self) == [130, 130, 130])
    #expect(try Self.numbers(data.tasks.flags, as: UInt8.self) == [0, 1, 0])
    let ids = try Self.numbers(data.tasks.ids, as: UInt64.self).map(Double.init(bitPattern:))
    #expect(ids == [10, 20, 30])
    let counts = try Self.numbers(data.tasks.counts)
    let states = try Self.numbers(data.pieces.states, as: UInt8.self)
    #expect(counts.reduce(0, +) == Int32(states.count))
    // It was let in by the other, which had the actor until then.
    let waiting = try #require(
      (Int(counts[0])..<Int(counts[0] + counts[1]))
        .first { states[$0] == TaskPiece.State.executor.rawValue }
    )
    #expect(try Self.numbers(data.pieces.links)[waiting] == 2)
    #expect(data.creators.map(\.name) == ["main of 0x1000", "task of 0x2000"])
    #expect(data.creators.map(\.count) == [1, 2])
    // The rows of the tables, the one with the longest lives first.
    #expect(data.rows.creators == [1, 0])
    #expect(try data.rows.suspended.map { try Self.numbers($0) } == [[2]])
    #expect(try data.rows.hops.map { try Self.numbers($0) } == [[1]])
    #expect(data.rows.slowest == [1, 2] || data.rows.slowest == [2, 1])
    #expect(data.sentences.count == 2)
    let types = try Self.numbers(data.executors.types)
    for (row, name) in zip(data.rows.executors, ["Bank", "MainActor"]) {
      #expect(row.map { data.executors.names[Int(types[$0])] } == [name])
    }
  }

  @Test func `a task that came to the main actor with the last event has come there`() throws {
    let timeline = TaskTimeline()
    let factory = TaskFactory(observers: [timeline])
    factory.name(0xE0, "DispatchMainExecutor", isMain: true)
    factory.create(1, at: 0)
    factory.run(1, at: 10, thread: 2)
    factory.pause(1, .executor, 0xE0, at: 20, thread: 2)
    factory.run(1, on: 0xE0, at: 30, thread: 1)
    let data = try factory.page(timeline).data(span: 0..<40, lanes: [:])
    #expect(try data.rows.hops.map { try Self.numbers($0) } == [[0]])
  }

  @Test func `a task whose creator was left out says so`() throws {
    var limits = TaskTimeline.Limits()
    limits.tasks = 1
    let timeline = TaskTimeline(limits: limits)
    let factory = TaskFactory(observers: [timeline])
    factory.create(1, at: 0)
    factory.run(1, at: 1, thread: 2)
    factory.create(2, by: 1, at: 2, thread: 2)
    factory.end(1, at: 3, thread: 2)
    factory.run(2, at: 4, thread: 2)
    factory.end(2, at: 50, thread: 2)
    let page = try factory.page(timeline)
    let data = page.data(span: 0..<60, lanes: [:])
    #expect(try Self.numbers(data.tasks.parents) == [-2] && data.leftOut == 1)
    #expect(page.omissions.count == 1 && page.omissions[0].contains("left out are 1,"))
    #expect(data.rows.slowest.sorted() == [-1, 0])
  }

  @Test func `a long trace has coarser ticks, and lanes of samples are told by threads`() throws {
    let timeline = TaskTimeline()
    let hour: Int64 = 3_600_000_000_000
    let factory = Self.made(timeline)
    let data = try factory.page(timeline).data(span: 100..<100 + hour, lanes: [1: 7])
    #expect(data.tick == hour / Int64(UInt32.max) + 1)
    #expect(data.threads.map(\.lane) == [-1, 7, -1])
  }

  @Test func `no text of a trace is markup, and a page needs nothing else`() throws {
    let hostile = "</script><script>alert(1)</script><!--<img src=x onerror='a'>"
    let timeline = TaskTimeline()
    let factory = Self.made(timeline, name: hostile)
    factory.name(0xC0, hostile)
    factory.create(40, at: 240)
    factory.run(40, on: 0xC0, at: 250, thread: 3)
    let part = try factory.page(timeline)
    var page = HTMLPage(title: "Tasks")
    try part.addForest(to: &page, span: 100..<300, lanes: [:])
    part.addTables(to: &page, hasForest: true)
    let html = page.rendered()
    #expect(!html.contains("<script>alert") && !html.contains("<img") && !html.contains("<!--"))
    #expect(html.contains("data-rows=\"creators\"") && html.contains("data-rows=\"slowest\""))
    // The data, and what draws it, what draws the forest, what the tables do, and what all of these share.
    #expect(html.components(separatedBy: "<script").count == 6)
    #expect(!html.contains("http://") && !html.contains("https://"))
  }

  @Test func `a page of 100,000 tasks has fifteen megabytes at most`() throws {
    let timeline = TaskTimeline()
    let factory = TaskFactory(observers: [timeline])
    factory.create(1, at: 0)
    for task in 2...100_000 as ClosedRange<UInt64> {
      let time = Int64(task) * 100
      factory.create(task, by: 1, at: time)
      factory.run(task, at: time + 10)
      factory.pause(task, .continuation, at: time + 20)
      factory.run(task, at: time + 50)
      factory.end(task, at: time + 60)
    }
    let part = try factory.page(timeline)
    var page = HTMLPage(title: "Tasks")
    try part.addForest(to: &page, span: 0..<10_000_100, lanes: [:])
    #expect(timeline.leftOutCount == 0 && timeline.items.count == 100_000)
    #expect(page.rendered().utf8.count < 15_000_000)
  }

  /// What `tools/check-page` works with: what its tasks do is told there, too.
  @Test func `a page of known tasks is made, for a browser to work with`() throws {
    let ms: Int64 = 1_000_000
    let timeline = TaskTimeline()
    let factory = TaskFactory(observers: [timeline])
    factory.name(0xA0, "Bank")
    factory.name(0xE0, "DispatchMainExecutor", isMain: true)
    factory.create(1, kind: .main, at: 0, thread: 1)
    factory.run(1, on: 0xE0, at: 0, thread: 1)
    factory.create(2, by: 1, caller: 0x2000, name: "holder", at: 1 * ms)
    factory.create(3, by: 1, caller: 0x2100, name: "waiter", at: 1 * ms)
    factory.create(4, by: 3, caller: 0x2200, name: "stuck", at: 1 * ms)
    factory.run(2, on: 0xA0, at: 2 * ms, thread: 2)
    factory.run(3, at: 2 * ms, thread: 3)
    factory.pause(3, .executor, 0xA0, at: 3 * ms, thread: 3)
    factory.run(4, at: 4 * ms, thread: 3)
    factory.pause(4, .continuation, 0x77, at: 5 * ms, thread: 3)
    factory.pause(1, .task, 3, at: 6 * ms, thread: 1)
    factory.end(2, at: 20 * ms, thread: 2)
    factory.run(3, on: 0xA0, at: 20 * ms, thread: 3)
    factory.pause(3, .executor, 0xE0, at: 24 * ms, thread: 3)
    factory.run(3, on: 0xE0, at: 25 * ms, thread: 1)
    factory.end(3, at: 30 * ms, thread: 1)
    factory.run(1, on: 0xE0, at: 30 * ms, thread: 1)
    // One after the other on a thread, while all the others wait for it.
    let many = UInt64(11)...60
    for task in many {
      factory.create(task, by: 1, caller: 0x5000, name: task == 40 ? "odd" : "", at: 30 * ms)
    }
    factory.pause(1, .group, at: 30 * ms, thread: 1)
    for (place, task) in many.enumerated() {
      let begin = 30 * ms + Int64(place) * ms / 5
      factory.run(task, at: begin, thread: 2)
      factory.end(task, at: begin + ms / 5, thread: 2)
    }
    factory.run(1, on: 0xE0, at: 40 * ms, thread: 1)
    factory.end(1, at: 40 * ms, thread: 1)
    let part = try factory.page(timeline)
    #expect(part.report.created == 54)
    let report = TraceAnalyzer(catalog: factory.catalog).report(path: "trace", summary: .empty)
    let lanes = ThreadLanes(span: 0..<40 * ms, numbers: [:])
    var page = HTMLPage(title: "Tasks")
    try report.addSections(
      to: &page,
      latencyPlot: nil,
      timeline: TimelineRecorder(catalog: factory.catalog),
      threads: lanes
    ) { page in
      try part.addForest(to: &page, span: report.span(with: lanes), lanes: lanes.numbers)
    }
    part.addTables(to: &page, hasForest: true)
    if let folder = ProcessInfo.processInfo.environment["HAMON_MADE_PAGES"] {
      try Data(page.rendered().utf8).write(to: URL(filePath: "\(folder)/tasks.html"))
    }
  }
}
