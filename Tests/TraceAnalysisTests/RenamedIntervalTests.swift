import Testing

@testable import TraceAnalysis
@testable import TraceReading

/// Intervals that get another name after they have begun, as a server's spans do that learn their route.
@Suite struct RenamedIntervalTests {
  private static func rename(
    _ id: UInt64,
    _ name: String,
    at time: Int64,
    in events: inout EventFactory
  ) {
    events.emit(at: time) {
      .field(id: id, TraceField(key: $0.symbol(for: "name"), value: .text(name)))
    }
  }

  /// Four requests at once, each with a query; they learn their routes just before they end.
  private static func emit(_ events: inout EventFactory) {
    for id in 1...4 as ClosedRange<UInt64> { events.begin("GET", id: id, at: Int64(id)) }
    for id in 1...4 as ClosedRange<UInt64> {
      events.begin("query", id: 10 + id, at: 10 + Int64(id), parent: id)
    }
    for id in 1...4 as ClosedRange<UInt64> { events.end(id: 10 + id, at: 20 + Int64(id)) }
    for id in 1...4 as ClosedRange<UInt64> {
      rename(id, id == 4 ? "GET /b" : "GET /a", at: 30 + 2 * Int64(id), in: &events)
      events.end(id: id, at: 31 + 2 * Int64(id))
    }
  }

  /// What a report says that is read as a trace is.
  private func report(_ emit: (inout EventFactory) -> Void) -> TraceReport {
    var events = EventFactory()
    emit(&events)
    let names = events.analyzer.laterNames
    guard !names.isEmpty else { return events.report() }
    var again = EventFactory(
      catalog: EventFactory().catalog,
      knownNames: { names.translated(from: events.catalog, to: $0) }
    )
    emit(&again)
    return again.report()
  }

  @Test func `requests that ran at once are as many under the route that they learned late`() throws
  {
    let report = report(Self.emit)
    let route = try #require(report.intervals.first { $0.name == "GET /a" })
    #expect(route.count == 3)
    #expect(route.maximumParallelism == 3)
    #expect(report.intervals.first { $0.name == "GET /b" }?.maximumParallelism == 1)
    #expect(!report.intervals.contains { $0.name == "GET" })
  }

  @Test func `what began in a request came about in its route`() throws {
    let report = report(Self.emit)
    let queries = try #require(report.slowest).filter { $0.name == "query" }
    #expect(Set(queries.flatMap(\.parents)) == ["GET /a", "GET /b"])
    #expect(queries.count { $0.parents == ["GET /b"] } == 1)
    #expect(Set(try #require(report.nestings).compactMap(\.parent)) == ["GET /a", "GET /b"])
    let calls = try #require(report.calls)
    #expect(
      calls.filter { $0.count > 0 }.compactMap(\.name).sorted() == [
        "GET /a", "GET /b", "query", "query",
      ]
    )
  }

  @Test func `an id that comes again doesn't take the name of an interval before`() {
    let report = report { events in
      events.begin("GET", id: 1, at: 0)
      Self.rename(1, "GET /a", at: 1, in: &events)
      events.end(id: 1, at: 2)
      events.begin("GET", id: 1, at: 3)
      events.end(id: 1, at: 4)
    }
    #expect(report.intervals.map(\.name).sorted { $0 ?? "" < $1 ?? "" } == ["GET", "GET /a"])
  }
}
