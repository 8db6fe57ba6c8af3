import Foundation
import HeapImages
import MadeMemory
import MemoryFiles
import ReportRendering
import Testing

@testable import MemoryAnalysis
@testable import TraceAnalysis
@testable import TraceReading

/// What intervals allocated, and the page of a recording.
@Suite struct IntervalMemoryTests {
  /// Emits intervals of the made-up process, and tells what they allocated.
  private static func parts(
    _ profile: MemoryProfile,
    _ intervals: [(name: String, begin: Int64, beginThread: Int64, end: Int64, endThread: Int64)]
  ) -> [MemoryReport.Part] {
    let catalog = TraceCatalog()
    let memory = IntervalMemory(profile, catalog: catalog, clockOffset: 1000, next: nil)
    var analyzer = TraceAnalyzer(catalog: catalog, sink: memory)
    let kind = FrameworkKinds(catalog).interval
    var events: [(time: Int64, thread: Int64, payload: TracePayload)] = []
    for (number, interval) in intervals.enumerated() {
      let begin = TraceBegin(
        kind: kind,
        id: UInt64(number + 1),
        parentID: 0,
        name: catalog.symbol(for: interval.name),
        subsystem: nil,
        category: nil,
        version: 0
      )
      events.append((interval.begin, interval.beginThread, .begin(begin)))
      let end = TracePayload.end(kind: kind, id: UInt64(number + 1), outcome: nil)
      events.append((interval.end, interval.endThread, end))
    }
    for event in events.sorted(by: { $0.time < $1.time }) {
      let key = TraceCatalog.ThreadKey(
        hostname: catalog.symbol(for: "host"),
        processID: Int64(MadeMemory.process),
        threadID: event.thread
      )
      let thread = catalog.threadIndex(for: key, processName: nil) { "thread" }
      analyzer.consume(
        TraceEvent(
          timestamp: event.time + 1000,
          threadIndex: thread,
          processIndex: catalog.threads[thread].processIndex,
          classIndex: 0,
          payload: event.payload
        )
      )
    }
    analyzer.finish()
    return memory.parts()
  }

  private static func profile() throws -> MemoryProfile {
    var made = MadeMemory(isWhole: false)
    let stack = made.stack("Cache.insert(_:)", "main")
    for time in stride(from: UInt64(100), to: 1000, by: 100) {
      made.writer.allocate(time, size: time, stack: stack, thread: 7, time: time)
    }
    made.writer.allocate(1, size: 5000, stack: stack, thread: 8, time: 250)
    made.writer.free(200, thread: 8, time: 260)
    return try made.inTrace { try MemoryProfile(inTrace: $0) }
  }

  @Test func `an interval has what its thread allocated meanwhile, and what of it is alive`() throws
  {
    let parts = Self.parts(
      try Self.profile(),
      [("load", 100, 7, 301, 7), ("load", 700, 7, 800, 7), ("wait", 240, 9, 270, 9)]
    )
    #expect(parts.map(\.name) == ["load"])
    #expect(parts[0].count == 2 && parts[0].untold == 0)
    #expect(parts[0].allocated.bytes == 100 + 200 + 300 + 700)
    #expect(parts[0].alive.bytes == 100 + 300 + 700)
  }

  @Test func `of an interval that changes its thread nothing is told`() throws {
    let parts = Self.parts(try Self.profile(), [("load", 100, 7, 301, 8)])
    #expect(parts.map(\.untold) == [1] && parts.map(\.allocated.bytes) == [0])
  }

  @Test func `a page has all parts, and no text of it is markup`() throws {
    let hostile = "</script><script>alert(1)</script><!--<img src=x onerror='a'>"
    var made = MadeMemory(isWhole: true)
    let stack = made.stack("libc/malloc", hostile, "main")
    made.writer.allocate(0x10, size: 100, stack: stack, thread: 7, time: 1000)
    made.writer.add(sums: [stack: .init(allocated: 2, freed: 0, size: 100)])
    made.writer.add(totalsAt: 2000, live: (2, 200), allocated: (2, 200))
    made.snapshot(at: 100_000_000, [(hostile, stack, .init(blocks: 2, bytes: 200), 2)])
    made.snapshots[0].leaks = [
      .init(
        cycle: ["\(hostile).next", "\(hostile).back"],
        types: [0, 0],
        stacks: [stack],
        count: 1,
        leaked: .init(blocks: 2, bytes: 200)
      )
    ]
    let profile = try made.inTrace { try MemoryProfile(inTrace: $0) }
    let part = MemoryPage(profile, report: MemoryReport(profile), clockOffset: 0)
    #expect(part.span == 0..<100_000_000)
    var page = HTMLPage(title: "Memory")
    try ThreadLanes.addTimeline(lasting: 100_000_000, to: &page)
    try part.addSections(to: &page, origin: 0)
    let html = page.rendered()
    #expect(!html.contains("<script>alert") && !html.contains("<img") && !html.contains("<!--"))
    #expect(html.contains("id=\"memory-types\"") && html.contains(">back</text>"))
    // The data and scripts of the timeline, of memory, its graph and its stacks, and one that these share.
    #expect(html.components(separatedBy: "<script").count == 8)
  }

  @Test func `steps of a lane have what lived at their ends, by type, and the rest of the totals`()
    throws
  {
    var made = MadeMemory(isWhole: true, to: 300)
    let (one, two) = (made.stack("A.make()"), made.stack("B.make()"))
    made.writer.allocate(0x10, size: 100, stack: one, thread: 7, time: 100)
    made.writer.free(0x10, word: 0x70, thread: 7, time: 200)
    made.writer.allocate(0x20, size: 40, stack: two, thread: 7, time: 150)
    made.writer.add(totalsAt: 160, live: (3, 150), allocated: (3, 150))
    made.snapshot(
      at: 300,
      [
        ("A", one, .init(blocks: 0, bytes: 0), 0), ("B", two, .init(blocks: 1, bytes: 40), 0),
      ]
    )
    let profile = try made.inTrace { try MemoryProfile(inTrace: $0) }
    let lane = try #require(
      MemoryPageData(profile, report: MemoryReport(profile), origin: -50).lanes.first
    )
    func numbers(_ text: String) throws -> [Double] {
      let bytes = Array(try #require(Data(base64Encoded: text)))
      return stride(from: 0, to: bytes.count, by: 8).map { place in
        Double(bitPattern: (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64(8 * $1) })
      }
    }
    #expect(lane.names == ["A", "B", "all others"])
    #expect(try numbers(lane.times) == (50..<350).map { Double($0) } && lane.end == 350)
    let layers = try lane.layers.map(numbers)
    #expect(layers[0] == (0..<300).map { (100..<200).contains($0) ? 100 : 0 })
    #expect(layers[1] == (0..<300).map { $0 >= 150 ? 40 : 0 })
    #expect(layers[2][165] == 10 && layers[2][250] == 110 && layers[2][100] == 0)
    #expect(lane.marks.map(\.time) == [350])
  }
}
