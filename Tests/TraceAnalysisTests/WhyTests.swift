import ReportRendering
import Testing

@testable import TraceAnalysis
@testable import TraceReading

/// The first lines of a report, of traces whose faults are known.
@Suite struct WhyTests {
  private static let ms: Int64 = 1_000_000
  private var events = EventFactory()

  private func reasons(_ summary: TraceReadSummary = TraceReadSummary()) -> [Why.Reason] {
    let report = events.report(summary)
    return Why(report.reasons(), longest: report.longest).reasons
  }

  private func texts(
    _ kind: Why.Reason.Kind,
    _ summary: TraceReadSummary = TraceReadSummary()
  ) -> [String] {
    reasons(summary).filter { $0.kind == kind }.map(\.text)
  }

  /// Intervals of a name, one after the other, from the id 100 on.
  private mutating func quick(_ name: String, count: Int) {
    for index in 0..<count {
      events.begin(name, id: 100 + UInt64(index), at: Int64(index) * 1000)
      events.end(id: 100 + UInt64(index), at: Int64(index) * 1000 + 500)
    }
  }

  @Test mutating func `a trace in which nothing was slow says so, with what took longest`() {
    quick("work", count: 4)
    #expect(
      reasons() == [
        .init(.nothing, "Nothing stands out: the longest interval, `work`, took 500 ns.")
      ]
    )
  }

  @Test func `a trace without intervals says so`() {
    let text = "Nothing stands out: no interval has ended among 7 events."
    #expect(reasons(TraceReadSummary(eventCount: 7)).map(\.text) == [text])
  }

  @Test mutating func `a damaged trace and lost events come first, and leave nothing else to say`()
  {
    quick("work", count: 4)
    let fault = TraceReadingError(.truncated, path: "trace/c_0", problem: "it is cut")
    let summary = TraceReadSummary(
      faults: [fault],
      eventCount: 75,
      discardedEvents: 25,
      uncountedDiscards: 2,
      discardedPackets: 3
    )
    let found = reasons(summary)
    #expect(found.map(\.kind) == [.missing, .missing, .missing, .missing, .nothing])
    #expect(found[0].text.contains("could not be read (faults: 1)"))
    #expect(found[1].text.hasPrefix("25 events were lost, 25.0 % of all"))
    #expect(found[2].text.hasPrefix("3 packets of events were lost"))
    #expect(found[3].text.hasPrefix("Events were lost 2 times"))
    #expect(found[4].text.hasPrefix("Nothing else stands out"))
    events.begin("late", id: 1, at: 10_000)
    events.end(id: 1, at: 90 * Self.ms)
    #expect(reasons(summary).map(\.kind) == [.missing, .missing, .missing, .missing, .slow])
  }

  @Test mutating func `an interval is told with the one in it that took its time, and both once`() {
    events.begin("tap", id: 1, at: 0)
    events.emit(at: Self.ms) { .begin(.frame, id: 2, parentID: 1, name: $0.symbol(for: "Shop")) }
    events.emit(at: 2 * Self.ms) {
      .begin(.reconcile, id: 3, parentID: 2, name: $0.symbol(for: "Shop"))
    }
    events.emit(at: 99 * Self.ms) { _ in .end(.reconcile, id: 3) }
    events.emit(at: 101 * Self.ms) { _ in .end(.frame, id: 2) }
    events.end(id: 1, at: 105 * Self.ms)
    #expect(
      texts(.slow) == [
        "`tap` took 105 ms (100 % of the recording): 97.0 ms of it is the own time of reconciliation `Shop` in it; "
          + "see --request 1."
      ]
    )
    #expect(
      texts(.frames) == [
        "1 of 1 frames of `Shop` took longer than 16.7 ms (longest: 100 ms); 97 % of their time is in reconciliation; "
          + "see Frames."
      ]
    )
  }

  @Test mutating func `of a name the longest is told, if it is far from the median`() {
    quick("work", count: 9)
    events.begin("work", id: 1, at: 50_000)
    events.end(id: 1, at: 50_000 + 3 * Self.ms)
    events.begin("idle", id: 2, at: 90 * Self.ms)
    events.end(id: 2, at: 90 * Self.ms + 900_000)
    let text =
      "`work` took 3.00 ms (median of 10: 500 ns): 3.00 ms of it itself, computing or waiting (--samples tells); "
      + "see --request 1."
    #expect(texts(.slow) == [text])
  }

  @Test mutating func `many long ones of a name hide none of another that is slow`() {
    quick("sale", count: 9)
    for index in Int64(1)...12 {
      events.begin("report", id: UInt64(index), at: index * 100 * Self.ms)
      events.end(id: UInt64(index), at: (index * 100 + 90) * Self.ms)
    }
    events.begin("sale", id: 50, at: 1300 * Self.ms)
    events.end(id: 50, at: 1350 * Self.ms)
    let report = events.report()
    #expect(report.slowest?.map(\.name) == Array(repeating: "report", count: 10))
    #expect(report.slowestOfNames?.map(\.name) == ["sale"])
    #expect(texts(.slow).map { $0.prefix(20) } == ["`sale` took 50.0 ms "])
  }

  @Test(arguments: [
    (80, "it computed for 80.0 ms"), (1, "it had a processor for 1.00 ms and waited"),
  ])
  mutating func `the CPU clock tells whether an interval computed`(cpu: Int64, words: String) {
    events.begin("work", id: 1, at: 0)
    events.cpu(id: 1, 0, at: 1)
    events.cpu(id: 1, cpu * Self.ms, at: 99 * Self.ms)
    events.end(id: 1, at: 100 * Self.ms)
    #expect(texts(.slow).count == 1 && texts(.slow)[0].contains(words))
    #expect(events.report().threads?.first?.running == cpu * Self.ms)
  }

  @Test mutating func `what is known from elsewhere of an interval is its cause`() {
    events.begin("request", id: 7, at: 0)
    events.end(id: 7, at: 20 * Self.ms)
    let found = events.report().reasons { $0.id == 7 ? "19 ms blocked on a lock" : nil }
    #expect(
      found.map(\.text) == [
        "`request` took 20.0 ms (100 % of the recording): 19 ms blocked on a lock; see --request 7."
      ]
    )
  }

  @Test
  mutating func `a queue, retries, failures and what never ended are told, the worst of each`() {
    let emissions: [(Int64, (TraceCatalog) -> TracePayload)] = [
      (
        0,
        {
          let (kind, name) = ($0.symbol(for: "updater"), $0.symbol(for: "Sell"))
          return .dispatchEnqueue(id: 1, parentID: 0, kind: kind, name: name, depth: 3)
        }
      ), (5 * Self.ms, { .begin(.updater, id: 1, name: $0.symbol(for: "Sell")) }),
      (5 * Self.ms + 1000, { _ in .end(.updater, id: 1) }),
      (
        6 * Self.ms,
        {
          .dispatchRetry(
            id: 2,
            name: $0.symbol(for: "Save"),
            attempt: 2,
            delay: 3 * Self.ms,
            error: "Busy()"
          )
        }
      ), (7 * Self.ms, { .begin(.sideEffect, id: 3, name: $0.symbol(for: "Fetch")) }),
      (7 * Self.ms + 10, { .end(.sideEffect, id: 3, $0.symbol(for: "failure")) }),
      (8 * Self.ms, { .begin(.sideEffect, id: 4, name: $0.symbol(for: "Listen")) }),
    ]
    for (time, payload) in emissions { events.emit(at: time, payload) }
    #expect(
      reasons() == [
        .init(
          .queue,
          "Updater `Sell` waited up to 5.00 ms in the queue (median: 5.00 ms), at most 3 before it; it takes 1.00 us itself; "
            + "see Wait in the queue."
        ),
        .init(
          .retries,
          "`Save` was tried again 1 times, mostly after Busy(), which took 3.00 ms of back-off; see Items tried again."
        ),
        .init(
          .failures,
          "1 of 1 times side effect `Fetch` failed; see How intervals have ended."
        ),
        .init(
          .unended,
          "1 intervals had not ended at the end, 1 of them side effect `Listen`: no duration has them; "
            + "see CPU time and parallelism of intervals."
        ),
      ]
    )
  }

  @Test mutating func `a silence of a process is told`() {
    events.begin("a", id: 1, at: 0)
    events.begin("b", id: 2, at: 10 * Self.ms, tid: 2)
    events.end(id: 2, at: 410 * Self.ms, tid: 2)
    events.end(id: 1, at: 420 * Self.ms)
    #expect(texts(.silence).count == 1 && texts(.silence)[0].contains("silent for 400 ms"))
    #expect(texts(.slow).first?.contains("for 400 ms its whole process was silent") == true)
  }

  @Test func `there are at most twelve lines, in any width`() {
    let many = (0..<20).map { Why.Reason(.actor, "word \($0) and so on") }
    let why = Why(many, longest: "")
    #expect(why.reasons.count == 12)
    #expect(why.rendered().split(separator: "\n").count == 14)
    let narrow = why.rendered(width: 12).split(separator: "\n")
    #expect(narrow.count == 14 && narrow.allSatisfy { $0.count <= 12 })
    #expect(narrow[2] == "- Word 0 and" && narrow[3] == "  so on")
  }

  @Test func `a page begins with the same lines, escaped, before its contents`() throws {
    var page = HTMLPage(title: "Trace report")
    Why([.init(.slow, "`f<T>` took 1 s")], longest: "").add(to: &page)
    for title in ["a", "b", "c", "d"] { page.addSection(title: title) }
    let html = page.rendered()
    let line = try #require(html.firstRange(of: "<li><code>f&lt;T&gt;</code> took 1 s</li>"))
    let contents = try #require(html.firstRange(of: "<nav id=\"contents\""))
    #expect(line.upperBound < contents.lowerBound)
  }

  @Test mutating func `threads are told below their process, with their first and last event`() {
    events.begin("a", id: 1, at: 1000, pid: 4, tid: 4)
    events.begin("b", id: 2, at: 2000, pid: 4, tid: 5)
    events.end(id: 2, at: 5000, pid: 4, tid: 5)
    let text = events.report().renderedText()
    #expect(text.contains("Processes and threads"))
    #expect(text.contains(/thread +4 +thread +4 +0 +- +- +- +\+0\.00 ns +\+0\.00 ns/))
    #expect(text.contains(/\n {5,}thread +5 +0 +- +- +- +\+1\.00 us +\+4\.00 us/))
    #expect(text.contains("hamon record --samples"))
  }
}
