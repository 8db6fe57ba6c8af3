import Testing

@testable import TraceAnalysis
@testable import TraceReading

@Suite
struct PairingTests {
  private func row(
    _ report: TraceReport,
    _ kind: IntervalKind,
    _ name: String?
  ) throws
    -> IntervalStatistics
  {
    try #require(report.intervals.first { $0.kind == kind && $0.name == name })
  }

  @Test("An interval that ends on another thread is paired, and its CPU time is unknown")
  func acrossThreads() throws {
    var events = EventFactory()
    events.begin("hop", id: 1, at: 100, tid: 1)
    events.cpu(id: 1, 1000, at: 101, tid: 1)
    events.cpu(id: 1, 5000, at: 149, tid: 2)
    events.end(id: 1, at: 150, tid: 2)
    let row = try row(events.report(), .interval, "hop")
    #expect(row.count == 1)
    #expect(row.total == 50)
    #expect(row.cpuTime == nil)
    #expect(row.cpuTimeCount == 0)
  }

  @Test("CPU time is the difference of the readings at both ends on one thread")
  func cpuTime() throws {
    var events = EventFactory()
    events.begin("a", id: 1, at: 100)
    events.cpu(id: 1, 1000, at: 101)
    events.cpu(id: 1, 1030, at: 149)
    events.end(id: 1, at: 150)
    events.begin("a", id: 2, at: 200)
    events.cpu(id: 2, 2000, at: 201)
    events.end(id: 2, at: 250)
    let row = try row(events.report(), .interval, "a")
    #expect(row.count == 2)
    #expect(row.cpuTime == 30)
    #expect(row.cpuTimeCount == 1)
  }

  @Test("Two processes, and two hosts, may use the same ids")
  func sameIDs() throws {
    var events = EventFactory()
    events.begin("a", id: 1, at: 0, pid: 1)
    events.begin("b", id: 1, at: 10, pid: 2)
    events.begin("c", id: 1, at: 20, pid: 1, host: "other")
    events.end(id: 1, at: 100, pid: 2)
    events.end(id: 1, at: 200, pid: 1)
    events.end(id: 1, at: 300, pid: 1, host: "other")
    let report = events.report()
    #expect(try row(report, .interval, "a").total == 200)
    #expect(try row(report, .interval, "b").total == 90)
    #expect(try row(report, .interval, "c").total == 280)
    #expect(report.losses.endsWithoutBegin.isEmpty)
    #expect(report.processes.count == 3)
  }

  @Test("Intervals without an end and ends without a begin are counted and in no duration")
  func unpaired() throws {
    var events = EventFactory()
    events.begin("a", id: 1, at: 0)
    events.begin("a", id: 2, at: 0)
    events.end(id: 2, at: 5)
    events.end(id: 3, at: 6)
    let report = events.report()
    let row = try row(report, .interval, "a")
    #expect(row.count == 1)
    #expect(row.maximum == 5)
    #expect(row.unendedCount == 1)
    #expect(report.losses.unendedIntervals == 1)
    #expect(report.losses.endsWithoutBegin == ["interval": 1])
  }

  @Test("An id that begins again leaves its first interval without an end")
  func restarted() throws {
    var events = EventFactory()
    events.begin("a", id: 1, at: 0)
    events.begin("a", id: 1, at: 10)
    events.end(id: 1, at: 15)
    let row = try row(events.report(), .interval, "a")
    #expect(row.count == 1)
    #expect(row.total == 5)
    #expect(row.unendedCount == 1)
    #expect(row.maximumParallelism == 1)
  }

  @Test("An update's wait, kind and depth come from its dispatch, its listeners have its name")
  func updates() throws {
    var events = EventFactory()
    events.emit(at: 0) {
      .dispatchEnqueue(
        id: 7,
        parentID: 3,
        kind: $0.symbol(for: "state"),
        name: $0.symbol(for: "Add"),
        depth: 4
      )
    }
    events.emit(at: 30) { .begin(.updater, id: 7, name: $0.symbol(for: "Add")) }
    events.cpu(id: 7, 100, at: 31)
    events.cpu(id: 7, 110, at: 39)
    events.emit(at: 40) { _ in .end(.updater, id: 7) }
    events.emit(at: 41) { .begin(.listeners, id: 7, name: $0.symbol(for: "Add")) }
    events.cpu(id: 7, 120, at: 42)
    events.cpu(id: 7, 125, at: 60)
    events.emit(at: 61) { _ in .end(.listeners, id: 7) }
    events.emit(at: 70) { _ in .begin(.listeners, id: 8, name: nil) }
    events.emit(at: 71) { _ in .end(.listeners, id: 8) }
    let report = events.report()
    let update = try row(report, "updater", "Add")
    #expect(update.total == 10)
    #expect(update.cpuTime == 10)
    let wait = try #require(update.queueWait)
    #expect(wait.count == 1)
    #expect(wait.maximum == 30)
    #expect(wait.maximumDepth == 4)
    #expect(wait.nestedCount == 1)
    #expect(wait.kinds == ["state"])
    let listeners = try row(report, "listeners", "Add")
    #expect(listeners.total == 20)
    #expect(listeners.cpuTime == 5)
    #expect(try row(report, "listeners", nil).total == 1)
  }

  @Test("Listeners told while the update is still open are named and measured apart from it")
  func nestedListeners() throws {
    var events = EventFactory()
    events.emit(at: 0) { .begin(.updater, id: 7, name: $0.symbol(for: "Add")) }
    events.cpu(id: 7, 100, at: 1)
    events.emit(at: 2) { .begin(.listeners, id: 7, name: $0.symbol(for: "Add")) }
    events.cpu(id: 7, 110, at: 3)
    events.cpu(id: 7, 115, at: 4)
    events.emit(at: 5) { _ in .end(.listeners, id: 7) }
    events.cpu(id: 7, 150, at: 6)
    events.emit(at: 7) { _ in .end(.updater, id: 7) }
    let report = events.report()
    #expect(try row(report, "listeners", "Add").cpuTime == 5)
    #expect(try row(report, "updater", "Add").cpuTime == 50)
  }

  @Test("Counters keep their last and extreme values for each process")
  func counters() throws {
    var events = EventFactory()
    for (time, pid, value): (Int64, Int64, Int64) in [
      (1, 1, 5), (2, 2, 100), (3, 1, -3), (4, 1, 2),
    ] {
      events.emit(at: time, pid: pid) {
        .counter(
          name: $0.symbol(for: "n"),
          value: value,
          subsystem: $0.symbol(for: "s"),
          category: $0.symbol(for: "c")
        )
      }
    }
    let counters = events.report().counters
    #expect(counters.map(\.processID) == [1, 2])
    #expect(counters.map(\.count) == [3, 1])
    #expect(counters.map(\.last) == [2, 100])
    #expect(counters.map(\.minimum) == [-3, 100])
    #expect(counters.map(\.maximum) == [5, 100])
  }

  @Test("Names beyond the limit are put together, and all of their intervals are counted")
  func manyNames() throws {
    var events = EventFactory()
    for id in 1...2000 as ClosedRange<UInt64> {
      events.begin("name \(id)", id: id, at: Int64(id) * 10)
      events.end(id: id, at: Int64(id) * 10 + 1)
    }
    let report = events.report()
    #expect(report.intervals.count == IntervalGroups.maximumCount + 1)
    #expect(report.intervals.map(\.count).reduce(0, +) == 2000)
    #expect(try row(report, .interval, nil).count == 2000 - UInt64(IntervalGroups.maximumCount))
  }
}
