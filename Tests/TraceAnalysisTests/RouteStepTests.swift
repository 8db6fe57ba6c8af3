import ReportRendering
import Testing

@testable import TraceAnalysis
@testable import TraceReading

/// What a router's comparisons and steps become in a report.
@Suite struct RouteStepTests {
  private func step(
    _ kind: String,
    _ name: String,
    id: UInt64,
    at times: ClosedRange<Int64>,
    outcome: String,
    in events: inout EventFactory
  ) {
    events.emit(at: times.lowerBound) {
      .begin(
        .routeStep,
        id: id,
        name: $0.symbol(for: name),
        category: $0.symbol(for: kind)
      )
    }
    events.emit(at: times.upperBound) {
      .end(.routeStep, id: id, $0.symbol(for: outcome))
    }
  }

  @Test func `steps are told apart by kind and destination, and counted by how they ended`() throws
  {
    var events = EventFactory()
    events.emit(at: 0) { .begin(.routing, id: 1, name: $0.symbol(for: "route diff")) }
    events.emit(at: 5) { _ in .end(.routing, id: 1) }
    step("push", "b", id: 2, at: 10...30, outcome: "success", in: &events)
    step("push", "b", id: 3, at: 30...40, outcome: "timeout", in: &events)
    step("change", "a", id: 4, at: 40...45, outcome: "success", in: &events)
    let report = events.report()
    let steps = report.intervals.filter { $0.kind == "route step" }
    #expect(steps.map(\.label) == ["b [push]", "a [change]"])
    #expect(steps.map(\.total) == [30, 5])
    #expect(steps.map(\.outcomes) == [["success": 1, "timeout": 1], ["success": 1]])
    let sections = report.sections()
    let ends = try #require(sections.first { $0.title.contains("have ended") })
    #expect(ends.title == "How intervals have ended")
    #expect(ends.table?.headers == ["name", "success", "failure", "cancelled", "timeout"])
  }

  @Test func `sums of fields come in the order of the event table, then those of others`() throws {
    var summary = TraceReadSummary()
    summary.totals = [
      TraceTotal(
        event: "app:read_end",
        field: "bytes",
        label: "bytes of app:read_end",
        value: 7
      ),
      TraceTotal(
        event: "katana:reconcile_end",
        field: "created",
        label: "nodes created",
        value: 2
      ),
      TraceTotal(
        event: "katana:listeners_begin",
        field: "count",
        label: "listeners called",
        value: 3
      ),
      TraceTotal(event: "katana:reconcile_end", field: "moved", label: "nodes moved", value: 0),
      TraceTotal(
        event: "katana:listeners_begin",
        field: "count",
        label: "listeners called",
        value: 4
      ),
    ]
    let report = EventFactory().report(summary)
    #expect(
      report.totals?.map(\.label) == ["listeners called", "nodes created", "bytes of app:read_end"]
    )
    #expect(report.totals?.map(\.value) == [7, 2, 7])
    #expect(report.sections().contains { $0.title == "Totals" })
  }

  @Test
  func `the clock of the thread is that of the step or the layout beside whose ends it is read`()
    throws
  {
    var events = EventFactory()
    events.emit(at: 0) {
      .begin(
        .routeStep,
        id: 1,
        name: $0.symbol(for: "b"),
        category: $0.symbol(for: "pop")
      )
    }
    events.cpu(id: 1, 100, at: 0)
    events.emit(at: 5) {
      .begin(
        .layout,
        id: 2,
        parentID: 1,
        name: $0.symbol(for: "screen")
      )
    }
    events.cpu(id: 2, 110, at: 5)
    events.cpu(id: 2, 117, at: 8)
    events.emit(at: 8) { _ in .end(.layout, id: 2) }
    events.cpu(id: 1, 150, at: 20)
    events.emit(at: 20) { .end(.routeStep, id: 1, $0.symbol(for: "success")) }
    let report = events.report()
    #expect(report.intervals.map(\.cpuTime) == [50, 7])
    #expect(report.losses.unmatchedCPUSamples == 0)
    #expect(report.nestings?.map(\.child) == ["screen"])
  }
}
