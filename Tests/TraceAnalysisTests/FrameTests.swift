import Testing

@testable import TraceAnalysis
@testable import TraceReading

/// What frames took, and how long updates took to be shown.
@Suite struct FrameTests {
  private var events = EventFactory()

  private mutating func update(_ version: UInt64, id: UInt64, at time: Int64, pid: Int64 = 1) {
    events.emit(at: time, pid: pid) {
      .begin(.updater, id: id, name: $0.symbol(for: "Add"), version: version)
    }
    events.emit(at: time + 1, pid: pid) { _ in .end(.updater, id: id) }
  }

  private mutating func frame(
    _ version: UInt64,
    id: UInt64,
    from begin: Int64,
    to end: Int64,
    pid: Int64 = 1,
    tree: String = "Shop",
    _ body: (inout EventFactory) -> Void = { _ in }
  ) {
    events.emit(at: begin, pid: pid) {
      .begin(.frame, id: id, name: $0.symbol(for: tree), version: version)
    }
    body(&events)
    events.emit(at: end, pid: pid) { _ in .end(.frame, id: id) }
  }

  @Test mutating func `a frame shows all updates since the one before it, and each once`() throws {
    update(4, id: 1, at: 0)
    frame(4, id: 2, from: 10, to: 20)
    update(5, id: 3, at: 100)
    update(6, id: 4, at: 150)
    frame(6, id: 5, from: 160, to: 200)
    frame(6, id: 6, from: 300, to: 400)
    let tree = try #require(events.report().frames?.first)
    #expect(tree.count == 3 && tree.total == 150 && tree.maximum == 100)
    #expect(tree.latency?.count == 2)
    #expect(tree.latency?.p50 == 50 && tree.latency?.maximum == 100)
  }

  @Test mutating func `an update that throws leaves its version to the next one`() throws {
    frame(1, id: 1, from: 0, to: 1)
    update(2, id: 2, at: 10)
    update(2, id: 3, at: 50)
    frame(2, id: 4, from: 60, to: 70)
    let tree = try #require(events.report().frames?.first)
    #expect(!tree.hasSeveralStores)
    #expect(tree.latency?.count == 1 && tree.latency?.maximum == 20)
  }

  @Test
  mutating func `trees are told apart by name and process, and without a store show no update`()
    throws
  {
    for (pid, start) in [(Int64(1), Int64(0)), (2, 1000)] {
      frame(1, id: 1, from: start, to: start + 1, pid: pid)
      frame(1, id: 2, from: start + 2, to: start + 3, pid: pid, tree: "Cart")
      update(2, id: 3, at: start + 10, pid: pid)
      frame(2, id: 4, from: start + 20, to: start + 40, pid: pid)
      frame(2, id: 5, from: start + 50, to: start + 70, pid: pid, tree: "Cart")
      frame(0, id: 6, from: start + 80, to: start + 90, pid: pid, tree: "Splash")
    }
    let trees = try #require(events.report().frames)
    #expect(trees.count == 6)
    for tree in trees {
      #expect(tree.latency?.maximum == ["Shop": 30, "Cart": 60][tree.name ?? ""])
    }
    #expect(Set(trees.map(\.processID)) == [1, 2])
  }

  @Test mutating func `in a process with several stores nobody is told a latency`() throws {
    frame(1, id: 1, from: 0, to: 1)
    update(7, id: 2, at: 10)
    update(2, id: 3, at: 20)
    frame(2, id: 4, from: 30, to: 40)
    let report = events.report()
    let tree = try #require(report.frames?.first)
    #expect(tree.hasSeveralStores && tree.latency == nil && tree.count == 2)
    #expect(report.renderedText().contains("In a process with several stores"))
  }

  @Test mutating func `more updates than are remembered are no latencies of others`() throws {
    frame(1, id: 1, from: 0, to: 1)
    for version in 2...70_001 as ClosedRange<UInt64> {
      update(version, id: version, at: Int64(version) * 10)
    }
    frame(70_001, id: 100_000, from: 700_020, to: 700_030)
    let latency = try #require(events.report().frames?.first?.latency)
    #expect(latency.count == 65_536)
    #expect(latency.maximum == 700_030 - (70_001 - 65_535) * 10)
  }

  @Test
  mutating func `a layout in a reconciliation is no part of it, and what else runs is the rest`()
    throws
  {
    frame(1, id: 1, from: 0, to: 1000) { events in
      events.emit(at: 100) {
        .begin(.reconcile, id: 2, parentID: 1, name: $0.symbol(for: "List"))
      }
      events.begin("own", id: 3, at: 110, parent: 2)
      events.emit(at: 120) { .begin(.layout, id: 4, parentID: 3, name: $0.symbol(for: "Row")) }
      events.emit(at: 170) { _ in .end(.layout, id: 4) }
      events.end(id: 3, at: 180)
      events.emit(at: 300) { _ in .end(.reconcile, id: 2) }
      events.emit(at: 400) { .begin(.commit, id: 5, parentID: 1, name: $0.symbol(for: "GTK")) }
      events.emit(at: 600) { _ in .end(.commit, id: 5) }
    }
    // Of no frame.
    events.emit(at: 2000) { .begin(.layout, id: 6, name: $0.symbol(for: "Row")) }
    events.emit(at: 2500) { _ in .end(.layout, id: 6) }
    let report = events.report()
    let tree = try #require(report.frames?.first)
    #expect([tree.reconcile, tree.layout, tree.commit, tree.total] == [150, 50, 200, 1000])
    let text = report.renderedText()
    #expect(text.contains(/Shop +1 +1 .* 15\.0% +5\.0% +20\.0% +60\.0%/))
  }

  @Test mutating func `the slowest say which version of the state they made or showed`() throws {
    frame(3, id: 1, from: 0, to: 50)
    let slowest = try #require(events.report().slowest?.first)
    #expect(slowest.kind == "frame" && slowest.fields == ["version=3"])
  }
}
