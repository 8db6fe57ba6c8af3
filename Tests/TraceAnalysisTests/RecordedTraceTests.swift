import Foundation
import ReportRendering
import Testing
import TraceReading

@testable import TraceAnalysis

/// The traces of Tests/Fixtures/Traces, whose exact counts emit.c determines.
@Suite(.enabled(if: TraceReader.isSupported))
struct RecordedTraceTests {
  private func report(_ name: String, file: String = #filePath) throws -> TraceReport {
    let path = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Traces/\(name)").path
    return try TraceReport(readingTracesAt: [path])
  }

  private func counts(_ report: TraceReport) -> [String: UInt64] {
    Dictionary(uniqueKeysWithValues: report.events.map { ("\($0.provider):\($0.name)", $0.count) })
  }

  @Test("Everything that a program emitted is in the report, exactly")
  func mixed() throws {
    let report = try report("mixed")
    #expect(
      counts(report) == [
        "katana:dispatch_enqueue": 10, "katana:update_begin": 10, "katana:update_end": 10,
        "katana:listeners_begin": 10, "katana:listeners_end": 10, "signpost:thread_cpu_time": 40,
        "signpost:counter": 8, "signpost:event": 4,
      ]
    )
    #expect(report.eventCount == 102)
    #expect(report.intervals.count == 4)
    #expect(report.intervals.allSatisfy { $0.count == 5 && $0.cpuTimeCount == 5 })
    #expect(
      Set(report.intervals.map { "\($0.kind.rawValue) \($0.name ?? "")" })
        == ["updater AddItem", "updater RemoveItem", "listeners AddItem", "listeners RemoveItem"]
    )
    let waits = report.intervals.compactMap(\.queueWait)
    #expect(waits.map(\.count) == [5, 5])
    #expect(waits.map(\.nestedCount).reduce(0, +) == 9)
    #expect(waits.allSatisfy { $0.kinds == ["state"] })
    #expect(waits.map(\.maximumDepth).max() == 3)
    #expect(report.points.map(\.count) == [3, 1])
    let counter = try #require(report.counters.first)
    #expect(report.counters.count == 1)
    #expect([counter.last, counter.minimum, counter.maximum] == [5, -6, 12])
    #expect(counter.count == 8)
    #expect(report.processes.map(\.name) == ["emit"])
    #expect(report.processes.map(\.threadCount) == [1])
    #expect(!report.isPartial)
  }

  @Test("What a store did is in the report, exactly")
  func store() throws {
    let report = try report("store")
    let effects = try #require(report.intervals.first { $0.kind == "side effect" })
    #expect(effects.name == "Fetch")
    #expect(effects.count == 2)
    #expect(effects.outcomes == ["success": 1, "failure": 1])
    #expect(effects.queueWait?.kinds == ["side_effect"])
    #expect(report.intervals.first { $0.kind == "interceptors" }?.name == "Fetch")
    #expect(
      report.nestings == [
        NestingCount(
          parentKind: "side effect",
          parent: "Fetch",
          childKind: "updater",
          child: "AddItem",
          count: 2
        )
      ]
    )
    #expect(report.losses.missingParents == 1)
    #expect(
      report.discards == [
        DiscardCount(
          name: "RemoveItem",
          kind: "updater",
          reasons: ["cancelled": 1, "rejected": 1, "dropped": 1, "replaced": 1]
        ),
        DiscardCount(name: nil, kind: nil, reasons: ["rejected": 1]),
      ]
    )
    #expect(report.losses.unbegunDispatches == 0)
    let depths = report.counters
    #expect(depths.map(\.storeID) == [100, 200])
    #expect(depths.map(\.count) == [2, 1])
    #expect(depths.map(\.minimum) == [1, 8])
    #expect(depths.map(\.maximum) == [3, 8])
    let text = report.renderedText()
    #expect(text.contains("Who has dispatched or begun whom"))
    #expect(text.contains("Items that never began"))
    #expect(text.contains("queue depth (store 100)"))
  }

  @Test("Frames are followed from the updates that they show to the commits in them, exactly")
  func frames() throws {
    let report = try report("frames")
    let trees = try #require(report.frames)
    #expect(Set(trees.map(\.name)) == ["Cart", "Splash"])
    let cart = try #require(trees.first)
    #expect(cart.name == "Cart")
    #expect(cart.count == 4)
    // What the second frame shows, and the third: not the first one's, and nothing twice.
    #expect(cart.latency?.count == 3)
    #expect(cart.latency.map { $0.p50 <= $0.maximum && $0.p50 > 1_000_000 } == true)
    #expect(!cart.hasSeveralStores)
    #expect(trees.last?.latency == nil)
    // The layouts are a millisecond long, and no part of the reconciliations around them.
    #expect(cart.layout >= 4_000_000 && cart.reconcile < cart.layout && cart.commit > 0)
    #expect(cart.reconcile > 0 && cart.reconcile + cart.layout + cart.commit < cart.total)

    let frames = report.intervals.filter { $0.kind == "frame" }
    #expect(frames.map(\.name) == ["Cart", "Splash"])
    #expect(frames.map(\.count) == [4, 1] && frames.map(\.cpuTimeCount) == [4, 1])
    #expect(report.intervals.first { $0.kind == "commit" }?.count == 5)
    #expect(report.intervals.first { $0.kind == "reconciliation" }?.count == 4)
    let paths = Set(
      (report.calls ?? []).indices.map { index in
        var path: [String] = []
        var next: Int? = index
        while let place = next, let call = report.calls?[place] {
          path.insert(call.kind.rawValue, at: 0)
          next = call.parent
        }
        return path.joined(separator: " > ")
      }
    )
    #expect(
      paths.isSuperset(of: [
        "updater > frame > reconciliation > layout", "updater > frame > layout",
        "updater > frame > commit", "frame > commit",
      ])
    )
    let totals = Dictionary(
      uniqueKeysWithValues: (report.totals ?? []).map { ($0.label, $0.value) }
    )
    #expect(totals["nodes connected"] == 10 && totals["nodes updated"] == 40)
    #expect(totals["nodes moved"] == 10 && totals["views laid out"] == 80)
    #expect(totals["views created"] == 15 && totals["views placed"] == 20)
    #expect(totals["views patched"] == 25 && totals["views removed"] == 5)
    #expect(report.losses.unendedIntervals == 0 && report.losses.missingParents == 0)
    #expect(report.renderedText().contains("\nFrames\n"))
  }

  @Test("Intervals that end on other threads are whole, and their CPU time is unknown")
  func acrossThreads() throws {
    let report = try report("across-threads")
    let hop = try #require(report.intervals.first { $0.name == "hop" })
    let stay = try #require(report.intervals.first { $0.name == "stay" })
    #expect(hop.count == 5)
    #expect(hop.cpuTimeCount == 0)
    #expect(stay.count == 1)
    #expect(stay.cpuTimeCount == 1)
    #expect(report.processes.first?.threadCount == 6)
    #expect(report.losses.unendedIntervals == 0)
  }

  @Test("Overlapping intervals of one name are told apart by their ids")
  func overlapping() throws {
    let row = try #require(try report("overlapping").intervals.first)
    #expect(row.count == 3)
    #expect(row.maximumParallelism == 3)
    let mean = try #require(row.meanParallelism)
    #expect(mean > 1)
    #expect(mean < 3)
    #expect([row.subsystem, row.category] == ["fixture", "test"])
  }

  @Test("Two processes with the same ids are not mixed up")
  func processes() throws {
    for name in ["processes", "per-pid"] {
      let report = try report(name)
      #expect(report.processes.count == 2)
      #expect(report.processes.map(\.eventCount) == [6, 6])
      #expect(report.intervals.map(\.count) == [6])
      #expect(report.losses.unendedIntervals == 0)
      #expect(report.losses.endsWithoutBegin.isEmpty)
    }
  }

  @Test("What is unpaired is counted by kind")
  func unpaired() throws {
    let report = try report("unpaired")
    #expect(report.losses.unendedIntervals == 2)
    #expect(report.losses.endsWithoutBegin == ["updater": 1, "listeners": 1, "interval": 1])
    #expect(report.losses.unbegunDispatches == 1)
    #expect(report.intervals.filter { $0.count > 0 }.map(\.name) == ["whole"])
  }

  @Test("A trace without contexts is read, and the report says what it lacks")
  func noContexts() throws {
    let report = try report("no-contexts")
    #expect(report.losses.missingContexts == ["procname", "vpid", "vtid"])
    #expect(report.intervals.map(\.count) == [3])
    #expect(report.processes.map(\.processID) == [nil])
    #expect(report.renderedText().contains("lttng add-context"))
    #expect(try self.report("per-pid").losses.missingContexts == ["vtid"])
  }

  @Test("Recorded and discarded events together are what was emitted")
  func discarded() throws {
    let report = try report("discarded")
    #expect(report.eventCount == 300)
    #expect(report.losses.discardedEvents == 3900)
    #expect(report.renderedText().contains("events discarded by the tracer: 3900;"))
    #expect(!report.isPartial)
  }

  @Test("A rotated recording is one trace, and its discards are counted across the directories")
  func rotated() throws {
    let report = try report("rotated")
    #expect(report.eventCount == 375)
    #expect(report.losses.discardedEvents == 885)
    #expect(report.losses.uncountedDiscards == 0)
    // Twice 300 intervals and 30 points were emitted.
    #expect(report.eventCount + report.losses.discardedEvents == 2 * (2 * 300 + 30))
    #expect(report.processes.count == 2)
  }

  @Test("Events of unknown providers are counted and said to be only that")
  func foreign() throws {
    let report = try report("foreign")
    #expect(report.losses.undecodedEvents == 3)
    #expect(report.losses.undecodedProviders == ["lttng_ust_tracef"])
    #expect(counts(report)["lttng_ust_tracef:event"] == 3)
    #expect(report.intervals.map(\.count) == [1])
    #expect(!report.isPartial)
  }

  @Test("Traces of several paths are read as one, and none of them twice")
  func severalPaths() throws {
    let one = try report("mixed")
    let two = try report("store")
    let fixtures = URL(fileURLWithPath: one.path).deletingLastPathComponent().path
    let paths = [one.path, two.path, "\(fixtures)/../Traces/mixed/ust"]
    let both = try TraceReport(readingTracesAt: paths)
    #expect(both.eventCount == one.eventCount + two.eventCount)
    #expect(both.processes.count == 2)
    #expect(both.path == paths.joined(separator: ", "))
    #expect(throws: TraceReadingError.self) {
      try TraceReport(readingTracesAt: [one.path, "\(fixtures)/absent"])
    }
  }

  @Test("All traces below a directory are read as one, in the order of time")
  func together() throws {
    let names = ["overlapping", "processes", "per-pid"]
    let reports = try names.map { try report($0) }
    let all = try report("")
    #expect(all.eventCount == 1343 + 100 + 91)
    #expect(all.losses.discardedEvents == 3900 + 885)
    #expect(all.duration > reports.map(\.duration).reduce(0, +))
    // 3 + 6 + 6 of the traces above, and 3 of the one without contexts.
    #expect(all.intervals.first { $0.name == "work" }?.count == 18)
  }

  @Test("The JSON gives back the same report")
  func json() throws {
    let report = try report("mixed")
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(TraceReport.self, from: data) == report)
    #expect(report.schemaVersion == TraceReport.currentSchemaVersion)
  }

  @Test("Names from the trace are text on the page, not markup")
  func escaping() throws {
    var page = HTMLPage(title: "test")
    try report("mixed").addSections(to: &page, latencyPlot: "<svg></svg>")
    let html = page.rendered()
    #expect(!html.contains("<b>&"))
    // Long names may break behind a slash.
    let text = html.replacing("<wbr>", with: "")
    #expect(text.contains("&lt;b&gt;&amp;&quot;quoted&quot;&lt;/b&gt;"))
    #expect(html.contains("<svg></svg>"))
    #expect(!html.contains("<script"))
    // Only the contents' own links, within the page, and that to the contents.
    #expect(html.ranges(of: "href=").count == html.ranges(of: "href=\"#section-").count + 1)
  }

  @Test("The plot has a curve for each kind and name, with hostile names quoted")
  func plot() throws {
    var report = try report("mixed")
    report.intervals[0].name = "it's `rm` $x\n\"y\""
    let script = try #require(report.latencyPlotScript())
    #expect(script.contains("'updater it''s `rm` $x \"y\"'"))
    #expect(script.components(separatedBy: "<< EOD").count == 5)
    report.intervals = []
    #expect(report.latencyPlotScript() == nil)
  }
}
