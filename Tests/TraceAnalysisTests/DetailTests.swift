import Testing

@testable import TraceAnalysis
@testable import TraceReading

/// Fields, spans of other processes, measurements, and what a sink gets.
@Suite struct DetailTests {
  /// Keeps what it gets.
  private final class Collector: TraceIntervalSink {
    var intervals: [TraceInterval] = []
    var events: [(event: TraceEvent, fields: [TraceField])] = []

    func take(_ interval: TraceInterval) { intervals.append(interval) }
    func take(_ event: TraceEvent, fields: [TraceField]) { events.append((event, fields)) }
  }

  private func field(
    _ key: String,
    _ value: TraceField.Value,
    of id: UInt64,
    at time: Int64,
    pid: Int64 = 1,
    in events: inout EventFactory
  ) {
    events.emit(at: time, pid: pid) {
      .field(id: id, TraceField(key: $0.symbol(for: key), value: value))
    }
  }

  private func point(_ id: UInt64, at time: Int64, in events: inout EventFactory) {
    events.emit(at: time) {
      .point(
        id: id,
        parentID: 0,
        name: $0.symbol(for: "p"),
        subsystem: $0.symbol(for: ""),
        category: $0.symbol(for: ""),
        message: "m"
      )
    }
  }

  @Test func `fields reach their interval, and those of an event that event`() throws {
    let collector = Collector()
    var events = EventFactory(sink: collector)
    events.begin("a", id: 1, at: 0)
    field("items", .integer(3), of: 1, at: 1, in: &events)
    field("items", .integer(4), of: 1, at: 1, pid: 2, in: &events)
    field("of the event", .text("x"), of: 2, at: 2, in: &events)
    point(2, at: 3, in: &events)
    point(1, at: 4, in: &events)
    field("ratio", .float(0.5), of: 1, at: 5, in: &events)
    events.end(id: 1, at: 6)
    events.analyzer.finish()
    let interval = try #require(collector.intervals.first)
    #expect(collector.intervals.count == 1)
    #expect(interval.fields.map(\.value) == [.integer(3), .float(0.5)])
    #expect(collector.events.map { $0.fields.map(\.value) } == [[.text("x")], []])
    #expect(events.report().slowest?.first?.fields == ["items=3", "ratio=0.5"])
  }

  @Test func `what never ended reaches the sink last, without an end`() {
    let collector = Collector()
    var events = EventFactory(sink: collector)
    events.begin("open", id: 1, at: 0)
    events.begin("closed", id: 2, at: 1, parent: 1)
    events.end(id: 2, at: 2)
    events.analyzer.finish()
    #expect(collector.intervals.map(\.id.id) == [2, 1])
    #expect(collector.intervals.map(\.end) == [2, nil])
    #expect(collector.intervals.first?.parent?.id == 1)
  }

  @Test func `a process that has only told names isn't among those of the report`() {
    var events = EventFactory()
    let host = events.catalog.symbol(for: "host")
    _ = events.catalog.processIndex(for: .init(hostname: host, processID: 7, threadID: nil))
    events.begin("a", id: 1, at: 0, pid: 8)
    events.end(id: 1, at: 1, pid: 8)
    #expect(events.report().processes.map(\.processID) == [8])
  }

  @Test func `a span of another process is a parent`() {
    var events = EventFactory()
    let context = TraceSpanContext(traceIDHigh: 1, traceIDLow: 2, spanID: 77)
    events.begin("client", id: 1, at: 0, pid: 1)
    events.emit(at: 1, pid: 1) { _ in .spanContext(id: 1, context: context, parentSpanID: 0) }
    events.begin("server", id: 1, at: 10, pid: 2)
    let server = TraceSpanContext(traceIDHigh: 1, traceIDLow: 2, spanID: 78)
    events.emit(at: 11, pid: 2) { _ in .spanContext(id: 1, context: server, parentSpanID: 77) }
    events.end(id: 1, at: 30, pid: 2)
    events.end(id: 1, at: 40, pid: 1)
    let report = events.report()
    #expect(report.nestings?.map(\.parent) == ["client"])
    #expect(report.nestings?.map(\.child) == ["server"])
    #expect(report.slowest?.map(\.parents) == [[], ["client"]])
    #expect(report.intervals.map(\.selfTime) == [20, 20])
  }

  @Test func `a span that learns its name later is reported by that`() {
    var events = EventFactory()
    events.begin("GET", id: 1, at: 0)
    events.begin("query", id: 2, at: 10, parent: 1)
    field("name", .text("GET /items"), of: 1, at: 20, in: &events)
    field("name", .integer(3), of: 2, at: 20, in: &events)
    events.end(id: 2, at: 30)
    events.end(id: 1, at: 40)
    let rows = events.report().intervals
    #expect(rows.map(\.name) == ["GET /items", "query"])
    #expect(rows.map(\.total) == [40, 20])
    #expect(rows.map(\.subsystem) == ["s", "s"])
    #expect(rows.map(\.maximumParallelism) == [1, 1])
  }

  @Test func `fields that nothing comes for are forgotten`() {
    var events = EventFactory()
    for id in UInt64(1)...200_000 { field("k", .boolean(true), of: id, at: 0, in: &events) }
    #expect(events.analyzer.details.count <= 65_537)
  }

  @Test func `measurements have the percentiles of their values`() throws {
    var events = EventFactory()
    for value in 1...1000 {
      events.emit(at: 0) {
        .sample(
          name: $0.symbol(for: "size"),
          value: Double(value) / 10,
          subsystem: $0.symbol(for: "s"),
          category: $0.symbol(for: "c")
        )
      }
    }
    let row = try #require(events.report().measurements?.first)
    #expect(row.count == 1000)
    #expect([row.minimum, row.maximum] == [0.1, 100])
    #expect(abs(row.mean - 50.05) < 1e-9)
    #expect(abs(try #require(row.p50) - 50) < 0.1)
    #expect(abs(try #require(row.p99) - 99) < 0.2)
  }

  @Test func `a negative or endless value makes no false percentile`() throws {
    var events = EventFactory()
    for value in [-1, 2, .infinity, .nan] as [Double] {
      events.emit(at: 0) {
        .sample(
          name: $0.symbol(for: "x"),
          value: value,
          subsystem: $0.symbol(for: ""),
          category: $0.symbol(for: "")
        )
      }
    }
    let row = try #require(events.report().measurements?.first)
    #expect(row.count == 2)
    #expect(row.minimum == -1)
    #expect(row.p50 == nil)
  }

  @Test func `the ten longest of a kind are kept, the longest first`() {
    var events = EventFactory()
    var time: Int64 = 0
    for (index, duration) in (1...100).shuffled().enumerated() {
      events.begin("a", id: UInt64(index + 1), at: time)
      time += Int64(duration)
      events.end(id: UInt64(index + 1), at: time)
    }
    #expect(events.report().slowest?.map(\.duration) == Array((91...100).reversed()))
  }

  @Test func `the histogram has each interval, within a quarter of a doubling`() throws {
    var events = EventFactory()
    var time: Int64 = 0
    let durations = (0..<40).map { Int64(1) << ($0 / 2) } + [5, 6, 7, 9, 1000]
    for (index, duration) in durations.enumerated() {
      events.begin("a", id: UInt64(index + 1), at: time)
      time += duration
      events.end(id: UInt64(index + 1), at: time)
    }
    let buckets = try #require(events.report().intervals.first?.histogram)
    #expect(buckets.reduce(0) { $0 + $1.count } == UInt64(durations.count))
    #expect(buckets.map(\.upperBound) == buckets.map(\.upperBound).sorted())
    #expect(buckets.first?.upperBound == 1)
    #expect(buckets.first?.count == 2)
    // Powers of two are upper bounds of their own.
    #expect(buckets.contains { $0.upperBound == 1 << 19 && $0.count == 2 })
  }

  @Test func `the caption of a histogram has the limits of what is in it`() throws {
    var events = EventFactory()
    for (id, duration) in [(UInt64(1), Int64(60_000_000)), (2, 61_600_000)] {
      events.begin("a", id: id, at: Int64(id) * 1_000_000_000)
      events.end(id: id, at: Int64(id) * 1_000_000_000 + duration)
    }
    #expect(HistogramFigures(events.report().intervals).html.contains(">60.0 ms to 61.6 ms<"))
  }
}
