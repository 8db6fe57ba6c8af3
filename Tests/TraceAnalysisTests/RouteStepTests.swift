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
    pushed: UInt32 = 0,
    popped: UInt32 = 0,
    outcome: String,
    in events: inout EventFactory
  ) {
    events.emit(at: times.lowerBound) {
      .routeStepBegin(
        id: id,
        parentID: 0,
        kind: $0.symbol(for: kind),
        name: $0.symbol(for: name),
        pushed: pushed,
        popped: popped
      )
    }
    events.emit(at: times.upperBound) {
      .routeStepEnd(id: id, outcome: $0.symbol(for: outcome))
    }
  }

  @Test func `steps are told apart by kind and destination, and counted by how they ended`() throws
  {
    var events = EventFactory()
    events.emit(at: 0) { _ in .routeDiffBegin(id: 1, parentID: 0, oldCount: 3, newCount: 4) }
    events.emit(at: 5) { _ in .routeDiffEnd(id: 1, actions: 3, pushes: 1, pops: 0, changes: 1) }
    step("push", "b", id: 2, at: 10...30, pushed: 1, outcome: "success", in: &events)
    step("push", "b", id: 3, at: 30...40, pushed: 1, outcome: "timeout", in: &events)
    step("change", "a", id: 4, at: 40...45, pushed: 2, popped: 3, outcome: "success", in: &events)
    let report = events.report()
    let steps = report.intervals.filter { $0.kind == .routeStep }
    #expect(steps.map(\.label) == ["b [push]", "a [change]"])
    #expect(steps.map(\.total) == [30, 5])
    #expect(steps.map(\.outcomes) == [["success": 1, "timeout": 1], ["success": 1]])
    let passes = try #require(report.passes)
    #expect(passes.routeActions == 3)
    #expect(passes.pushedDestinations == 4)
    #expect(passes.poppedDestinations == 3)
    let sections = report.sections()
    let ends = try #require(sections.first { $0.title.contains("have ended") })
    #expect(ends.title == "How side effects and steps of routes have ended")
    #expect(ends.table?.headers == ["name", "success", "failure", "cancelled", "timeout"])
  }

  @Test
  func `the clock of the thread is that of the step or the layout beside whose ends it is read`()
    throws
  {
    var events = EventFactory()
    events.emit(at: 0) {
      .routeStepBegin(
        id: 1,
        parentID: 0,
        kind: $0.symbol(for: "pop"),
        name: $0.symbol(for: "b"),
        pushed: 0,
        popped: 1
      )
    }
    events.cpu(id: 1, 100, at: 0)
    events.emit(at: 5) {
      .layoutBegin(
        id: 2,
        parentID: 1,
        name: $0.symbol(for: "screen"),
        views: 3,
        isCacheHit: false
      )
    }
    events.cpu(id: 2, 110, at: 5)
    events.cpu(id: 2, 117, at: 8)
    events.emit(at: 8) { _ in .layoutEnd(id: 2) }
    events.cpu(id: 1, 150, at: 20)
    events.emit(at: 20) { .routeStepEnd(id: 1, outcome: $0.symbol(for: "success")) }
    let report = events.report()
    #expect(report.intervals.map(\.cpuTime) == [50, 7])
    #expect(report.losses.unmatchedCPUSamples == 0)
    #expect(report.nestings?.map(\.child) == ["screen"])
  }
}
