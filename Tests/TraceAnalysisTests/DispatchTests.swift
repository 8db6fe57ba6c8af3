import Testing

@testable import TraceAnalysis
@testable import TraceReading

@Suite struct DispatchTests {
  private func enqueue(
    _ name: String,
    id: UInt64,
    parent: UInt64 = 0,
    at time: Int64,
    in events: inout EventFactory
  ) {
    events.emit(at: time) {
      .dispatchEnqueue(
        id: id,
        parentID: parent,
        kind: $0.symbol(for: "updater"),
        name: $0.symbol(for: name),
        depth: 0
      )
    }
  }

  private func update(
    _ name: String,
    id: UInt64,
    from begin: Int64,
    to end: Int64,
    in events: inout EventFactory
  ) {
    events.emit(at: begin) { .begin(.updater, id: id, name: $0.symbol(for: name)) }
    events.emit(at: end) { _ in .end(.updater, id: id) }
  }

  @Test func `what a listener dispatches is its child, not its update's`() {
    var events = EventFactory()
    enqueue("A", id: 1, at: 0, in: &events)
    update("A", id: 1, from: 1, to: 2, in: &events)
    events.emit(at: 3) { _ in .begin(.listeners, id: 1, name: nil) }
    enqueue("B", id: 2, parent: 1, at: 4, in: &events)
    events.emit(at: 5) { _ in .end(.listeners, id: 1) }
    let nestings = events.report().nestings ?? []
    #expect(nestings.map(\.parentKind) == ["listeners"])
    #expect(nestings.map(\.parent) == ["A"])
    #expect(nestings.map(\.child) == ["B"])
  }

  @Test func `a task that outlives its side effect has it as a parent still`() {
    var events = EventFactory()
    events.emit(at: 0) {
      .begin(.sideEffect, id: 1, parentID: 0, name: $0.symbol(for: "E"))
    }
    events.emit(at: 1) { .end(.sideEffect, id: 1, $0.symbol(for: "success")) }
    enqueue("B", id: 2, parent: 1, at: 2, in: &events)
    let report = events.report()
    #expect(report.nestings?.map(\.parent) == ["E"])
    #expect(report.losses.missingParents == 0)
  }

  @Test func `intervals are children too, and a parent that isn't there is counted`() {
    var events = EventFactory()
    events.begin("outer", id: 1, at: 0)
    for (id, parent) in [(UInt64(2), UInt64(1)), (3, 1), (4, 50)] {
      events.emit(at: 1) {
        .begin(
          .interval,
          id: id,
          parentID: parent,
          name: $0.symbol(for: "inner"),
          subsystem: $0.symbol(for: "s"),
          category: $0.symbol(for: "c")
        )
      }
    }
    let report = events.report()
    #expect(report.nestings?.map(\.count) == [2])
    #expect(report.nestings?.map(\.parent) == ["outer"])
    #expect(report.losses.missingParents == 1)
  }

  @Test func `the mean of a queue's depth is weighted by time`() {
    var events = EventFactory()
    events.emit(at: 100) { .queueDepth(10, store: 1, $0) }
    events.emit(at: 110) { .queueDepth(0, store: 1, $0) }
    events.emit(at: 110) { .queueDepth(4, store: 2, $0) }
    events.emit(at: 200) { .queueDepth(5, store: 2, $0) }
    let depths = events.report().counters
    #expect(depths.map(\.mean) == [1, 4])
  }

  @Test func `dispatches whose begin is not recorded don't fill the memory`() {
    let catalog = TraceCatalog()
    var pending = PendingDispatches(capacity: 100)
    let name = catalog.symbol(for: "A")
    for id in 0..<10_000 {
      pending.insert(
        PendingDispatches.Dispatch(
          time: Int64(id),
          parentID: 0,
          kind: name,
          name: name,
          depth: 0
        ),
        for: TraceIntervalID(processIndex: 0, kind: .updater, id: UInt64(id))
      )
    }
    #expect(pending.unbegunCount == 10_000)
    let held = (0..<10_000).count { id in
      pending[TraceIntervalID(processIndex: 0, kind: .updater, id: UInt64(id))] != nil
    }
    #expect(held <= 100)
    #expect(held >= 50)
    // The newest are kept.
    #expect(pending[TraceIntervalID(processIndex: 0, kind: .updater, id: 9999)] != nil)
  }
}
