import Testing

@testable import TraceAnalysis
@testable import TraceReading

@Suite struct CallTreeTests {
  private func path(of index: Int, in calls: [CallPath]) -> String {
    let above = calls[index].parent.map { path(of: $0, in: calls) + " > " } ?? ""
    return above + (calls[index].name ?? "-")
  }

  private func paths(_ report: TraceReport) -> [String: UInt64] {
    let calls = report.calls ?? []
    return Dictionary(
      uniqueKeysWithValues: calls.indices.map { (path(of: $0, in: calls), calls[$0].count) }
    )
  }

  @Test func `one name stands in each path that it came about by`() {
    var events = EventFactory()
    for id in stride(from: UInt64(0), to: 40, by: 4) {
      let time = Int64(id) * 100
      events.begin("a", id: id + 1, at: time)
      events.begin("work", id: id + 2, at: time + 1, parent: id + 1)
      events.end(id: id + 2, at: time + 2)
      events.end(id: id + 1, at: time + 3)
      events.begin("work", id: id + 3, at: time + 4)
      events.end(id: id + 3, at: time + 5)
    }
    #expect(paths(events.report()) == ["a": 10, "a > work": 10, "work": 10])
  }

  @Test func `a task that outlives the interval it began in is below it`() {
    var events = EventFactory()
    events.begin("a", id: 1, at: 0)
    events.end(id: 1, at: 10)
    events.begin("late", id: 2, at: 20, parent: 1)
    events.end(id: 2, at: 30)
    #expect(paths(events.report()) == ["a": 1, "a > late": 1])
    #expect(events.report().losses.missingParents == 0)
  }

  @Test func `a recursion without end stays within the greatest depth`() {
    var events = EventFactory()
    for id in UInt64(1)...500 {
      events.begin("again", id: id, at: Int64(id), parent: id - 1)
      events.end(id: id, at: Int64(id))
    }
    let calls = events.report().calls ?? []
    #expect(calls.count == Int(CallTree.maximumDepth))
    #expect(calls.reduce(0) { $0 + $1.count } == 500)
  }

  @Test func `names without end stay within the greatest number of nodes, and lose no time`() {
    var events = EventFactory()
    events.begin("root", id: 1, at: 0)
    var id: UInt64 = 2
    for outer in 0..<200 {
      let parent = id
      events.begin("outer \(outer)", id: parent, at: 0, parent: 1)
      for inner in 0..<200 {
        id += 1
        events.begin("inner \(inner)", id: id, at: 0, parent: parent)
        events.end(id: id, at: 1)
      }
      events.end(id: parent, at: 1)
      id += 1
    }
    events.end(id: 1, at: 1)
    let calls = events.report().calls ?? []
    #expect(calls.count <= CallTree.maximumNodes + IntervalGroups.maximumCount + 8)
    #expect(calls.reduce(0) { $0 + $1.count } == 200 * 201 + 1)
  }
}
