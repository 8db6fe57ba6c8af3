import Testing

@testable import TraceAnalysis
@testable import TraceReading

/// A stall of a whole process, and the time that one interval takes of its own.
@Suite struct SilenceTests {
  @Test
  func `a process that says nothing on any thread was stalled, and its intervals say how long`()
    throws
  {
    var events = EventFactory()
    events.begin("a", id: 1, at: 0)
    events.begin("b", id: 2, at: 10_000_000, tid: 2)
    // Another process lives on.
    events.begin("c", id: 1, at: 20_000_000, pid: 2)
    events.end(id: 1, at: 300_000_000, pid: 2)
    events.end(id: 2, at: 410_000_000, tid: 2)
    events.end(id: 1, at: 420_000_000)
    let report = events.report()
    let silence = try #require(report.silences?.first)
    #expect(report.silences?.count == 1)
    #expect(silence.processID == 1)
    #expect((silence.begin, silence.duration) == (10_000_000, 400_000_000))
    #expect((silence.intervals, silence.threads) == (2, 2))
    let slowest = try #require(report.slowest)
    #expect(slowest.first { $0.name == "a" }?.silence == 400_000_000)
    #expect(slowest.first { $0.name == "c" }?.silence == nil)
    #expect(report.renderedText().contains("Silences of whole processes"))
  }

  @Test func `one thread that computes, nested or not, is the program's own time`() {
    var events = EventFactory()
    events.begin("a", id: 1, at: 0)
    events.begin("b", id: 2, at: 1)
    events.end(id: 2, at: 900_000_000)
    events.end(id: 1, at: 900_000_001)
    #expect(events.report().silences == nil)
    #expect(events.report().slowest?.first?.silence == nil)
  }

  @Test func `a server that nobody asks for anything is idle, though it has intervals open`() {
    var events = EventFactory()
    events.begin("server", id: 1, at: 0)
    events.begin("pool", id: 2, at: 1, tid: 2)
    events.begin("request", id: 3, at: 1_000_000_000, tid: 3)
    events.end(id: 3, at: 1_001_000_000, tid: 3)
    events.begin("request", id: 4, at: 1_500_000_000, tid: 3)
    events.end(id: 4, at: 1_501_000_000, tid: 3)
    #expect(events.report().silences == nil)
  }

  @Test func `a silence that an interval has computed through is none`() {
    var events = EventFactory()
    events.begin("waits", id: 1, at: 0, tid: 2)
    events.begin("computes", id: 2, at: 1)
    events.cpu(id: 2, 0, at: 2)
    events.cpu(id: 2, 390_000_000, at: 400_000_000)
    events.end(id: 2, at: 400_000_001)
    events.end(id: 1, at: 400_000_002, tid: 2)
    #expect(events.report().silences == nil)
  }

  @Test func `items that were tried again are counted with their back-off and their errors`() throws
  {
    var events = EventFactory()
    for (attempt, error) in [(1, "Busy()"), (2, "Busy()"), (3, "Closed()")] {
      events.emit(at: Int64(attempt)) {
        .dispatchRetry(
          id: UInt64(attempt),
          name: $0.symbol(for: "Save"),
          attempt: UInt32(attempt),
          delay: 100,
          error: error
        )
      }
    }
    let report = events.report()
    let retries = try #require(report.retries?.first)
    #expect((retries.name, retries.count, retries.maximumAttempt) == ("Save", 3, 3))
    #expect(retries.delay == 300)
    #expect(retries.errors == ["Busy()": 2, "Closed()": 1])
    #expect(report.renderedText().contains("2 x Busy(), 1 x Closed()"))
  }
}
