import Testing

@testable import TraceExport
@testable import TraceReading

@Suite struct ExportedNamesTests {
  private let catalog = TraceCatalog()

  private func event(_ payload: TracePayload, process: Int = 0) -> TraceEvent {
    TraceEvent(timestamp: 0, threadIndex: 0, processIndex: process, classIndex: 0, payload: payload)
  }

  private func counter(_ name: String, _ owner: String, store: UInt64? = nil) -> TracePayload {
    .counter(
      name: catalog.symbol(for: name),
      value: 1,
      subsystem: catalog.symbol(for: owner),
      category: catalog.symbol(for: ""),
      store: store
    )
  }

  private func sample(_ name: String, _ owner: String) -> TracePayload {
    .sample(
      name: catalog.symbol(for: name),
      value: 1,
      subsystem: catalog.symbol(for: owner),
      category: catalog.symbol(for: "")
    )
  }

  @Test func `counters of one name are one only where their owner is one`() {
    var names = ExportedNames(catalog, firstMadeUpID: 1 << 40)
    #expect(names.counter(event(counter("size", "cache"))) == "size")
    #expect(names.counter(event(counter("size", "queue"))) == "size (queue)")
    #expect(names.counter(event(counter("size", ""))) == "size (no subsystem)")
    #expect(names.counter(event(sample("size", "cache"))) == "size (cache, measured)")
    #expect(names.counter(event(counter("size", "cache"))) == "size")
    #expect(names.counter(event(counter("size", "queue"))) == "size (queue)")
    // In another process the first is another one.
    #expect(names.counter(event(counter("size", "queue"), process: 1)) == "size")
    #expect(names.counter(event(counter("depth", "katana", store: 2))) == "depth store 2")
    #expect(names.counter(event(counter("depth", "katana", store: 3))) == "depth store 3")
  }
}
