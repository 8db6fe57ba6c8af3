import Foundation
import Testing
import TraceAnalysis
import TraceReading

/// A store's side effects, recorded and reported.
@Suite(.serialized, .records, .timeLimit(.minutes(30)))
struct EffectTraceTests {
  @Test func `each side effect is in the report with its end, its wait and its parent`()
    async throws
  {
    try await ToolFixture.open { shop in
      let trace = try await shop.recordTracedProgram("effects", 30)
      let report = try await shop.report(of: trace)
      let effects = try #require(report.intervals.first { $0.kind == "side effect" })
      #expect(effects.name == "TracedProgram.Effect")
      #expect(effects.count == 30)
      #expect(effects.outcomes == ["success": 10, "failure": 10, "cancelled": 10])
      #expect(effects.queueWait?.count == 30)
      #expect(effects.queueWait?.kinds == ["side_effect"])

      // Every updater was dispatched by a side effect, which is its parent.
      let updaters = try #require(report.intervals.first { $0.kind == "updater" })
      #expect(updaters.count == 30)
      #expect(updaters.queueWait?.nestedCount == 30)

      let nesting = try #require(report.nestings?.first)
      #expect(report.nestings?.count == 1)
      #expect(nesting.parentKind == "side effect")
      #expect(nesting.parent == "TracedProgram.Effect")
      #expect(nesting.childKind == "updater")
      #expect(nesting.child == "TracedProgram.Increment")
      #expect(nesting.count == 30)
      #expect(report.losses.missingParents == 0)

      let intercepted = report.intervals.filter { $0.kind == "interceptors" }
      #expect(intercepted.reduce(0) { $0 + $1.count } == 60)
      #expect(report.losses.unendedIntervals == 0)
      #expect(report.losses.unbegunDispatches == 0)
      #expect(report.losses.endsWithoutBegin == [:])
    }
  }

  @Test func `each further try of an item is in the report with its back-off and its error`()
    async throws
  {
    try await ToolFixture.open { shop in
      let trace = try await shop.recordTracedProgram("retries", 10)
      let report = try await shop.report(of: trace)
      let effects = try #require(report.intervals.first { $0.kind == "side effect" })
      #expect(effects.count == 30)
      let retries = try #require(report.retries)
      #expect(retries.map(\.name) == ["TracedProgram.Effect"])
      #expect(retries.map(\.count) == [20] && retries.map(\.maximumAttempt) == [2])
      #expect(retries.map(\.delay) == [20 * 2_000_000])
      #expect(retries.map(\.errors) == [["Failure()": 20]])

      let tree = try await shop.succeed(["report", trace, "--request", "TracedProgram.Effect"])
      #expect(tree.output.contains("side effect TracedProgram.Effect failure"))
      #expect(tree.output.contains("updater TracedProgram.Increment"))
      let missing = try await shop.run(["report", trace, "--request", "Nobody"])
      #expect(missing.status == 1)
      #expect(missing.error.contains("error: Nobody: no interval of the trace has this name;"))
    }
  }

  @Test func `a process has its own name, also where only other threads emit`() async throws {
    try await ToolFixture.open { shop in
      let trace = try await shop.recordTracedProgram("workers", 10)
      let report = try await shop.report(of: trace)
      #expect(report.processes.map(\.name) == ["TracedProgram"])
      #expect(report.events.map(\.provider) == ["signpost", "signpost"])
      for (format, name) in [
        ("chrome", "TracedProgram@"), ("firefox", "TracedProgram"), ("otlp", "\"TracedProgram\""),
      ] {
        let file = "\(shop.folder)/\(format)"
        try await shop.succeed(["export", trace, "--format", format, "-o", file])
        #expect(try String(contentsOfFile: file, encoding: .utf8).contains(name), "\(format)")
      }
    }
  }

  @Test func `what never begins is in the report with the reason`() async throws {
    try await ToolFixture.open { shop in
      let trace = try await shop.recordTracedProgram("discards", 10)
      let report = try await shop.report(of: trace)
      let discards = try #require(report.discards)
      #expect(discards.map(\.name) == ["TracedProgram.Marked", "TracedProgram.Increment"])
      #expect(discards.map(\.kind) == ["updater", "updater"])
      #expect(
        discards.map(\.reasons) == [
          ["dropped": 10, "rejected": 10, "replaced": 10], ["cancelled": 10],
        ]
      )
      #expect(report.losses.unbegunDispatches == 0)
      let names = report.intervals.filter { $0.kind == "interceptors" }.compactMap(\.name)
      #expect(names.contains("TracedProgram.Marked"))
      let depth = try #require(report.counters.first { $0.storeID != nil })
      #expect(depth.minimum == 0)
      #expect(depth.maximum >= 1)
    }
  }
}
