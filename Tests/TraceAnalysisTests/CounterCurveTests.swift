import Testing

@testable import TraceAnalysis
@testable import TraceReading

@Suite struct CounterCurveTests {
  @Test func `curves of counters of one name tell whose they are`() {
    let catalog = TraceCatalog()
    let key = TraceCatalog.ThreadKey(
      hostname: catalog.symbol(for: "host"),
      processID: 7,
      threadID: 7
    )
    let process = catalog.threads[
      catalog.threadIndex(for: key, processName: "program") { "thread" }
    ].processIndex
    var recorder = CounterRecorder()
    for (name, owner) in [("size", "cache"), ("size", ""), ("depth", "queue")] {
      let key = CounterRecorder.Key(
        processIndex: process,
        name: catalog.symbol(for: name),
        subsystem: catalog.symbol(for: owner),
        category: catalog.symbol(for: ""),
        store: nil
      )
      recorder.record(1, of: key, at: 0)
    }
    let names = recorder.curves(catalog, until: 10).map(\.name)
    #expect(
      names == ["depth pid 7 host", "size (cache) pid 7 host", "size (no subsystem) pid 7 host"]
    )
  }
}
