import Testing

@testable import TraceAnalysis
@testable import TraceReading

@Suite struct SelfTimeTests {
  private func selfTimes(_ report: TraceReport) -> [String: Int64] {
    Dictionary(uniqueKeysWithValues: report.intervals.map { ($0.name ?? "", $0.selfTime ?? -1) })
  }

  @Test func `children that overlap are taken away once`() {
    var events = EventFactory()
    events.begin("parent", id: 1, at: 0)
    events.begin("a", id: 2, at: 10, parent: 1)
    events.begin("b", id: 3, at: 20, parent: 1)
    events.end(id: 2, at: 30)
    events.end(id: 3, at: 40)
    events.begin("a", id: 4, at: 60, parent: 1)
    events.end(id: 4, at: 70)
    events.end(id: 1, at: 100)
    #expect(selfTimes(events.report()) == ["parent": 60, "a": 30, "b": 20])
  }

  @Test func `a child that outlives its parent is taken away up to the parent's end`() {
    var events = EventFactory()
    events.begin("parent", id: 1, at: 0)
    events.begin("child", id: 2, at: 40, parent: 1)
    events.end(id: 1, at: 100)
    events.end(id: 2, at: 300)
    #expect(selfTimes(events.report()) == ["parent": 40, "child": 260])
  }

  @Test func `grandchildren are taken away from their parent only`() {
    var events = EventFactory()
    events.begin("parent", id: 1, at: 0)
    events.begin("child", id: 2, at: 10, parent: 1)
    events.begin("grandchild", id: 3, at: 20, parent: 2)
    events.end(id: 3, at: 50)
    events.end(id: 2, at: 60)
    events.end(id: 1, at: 100)
    #expect(selfTimes(events.report()) == ["parent": 50, "child": 20, "grandchild": 30])
  }

  @Test func `an update is a part of the interceptors that it is led through`() {
    var events = EventFactory()
    events.emit(at: 0) {
      .begin(.interceptors, id: 1, name: $0.symbol(for: "A"))
    }
    events.emit(at: 10) { .begin(.updater, id: 1, name: $0.symbol(for: "A")) }
    events.emit(at: 40) { _ in .end(.updater, id: 1) }
    events.emit(at: 50) { _ in .end(.interceptors, id: 1) }
    let times = events.report().intervals.map { "\($0.kind.rawValue) \($0.selfTime ?? -1)" }
    #expect(Set(times) == ["interceptors 20", "updater 30"])
  }

  @Test func `what begins again before it has ended leaves its parent's time whole`() {
    var events = EventFactory()
    events.begin("parent", id: 1, at: 0)
    events.begin("child", id: 2, at: 10, parent: 1)
    events.begin("child", id: 2, at: 20, parent: 1)
    events.end(id: 2, at: 30)
    events.end(id: 1, at: 100)
    #expect(selfTimes(events.report())["parent"] == 80)
  }
}
