import Foundation
import Testing
import TraceAnalysis

/// A store's side effects, recorded and reported.
@Suite(
  .serialized,
  .enabled(if: TracedProgram.isPossible, "needs lttng-tools, liblttng-ust-dev, babeltrace2 and cc"),
  .timeLimit(.minutes(10))
)
struct EffectTraceTests {
  @Test func `each side effect is in the report with its end, its wait and its parent`()
    async throws
  {
    try await Workshop.open { shop in
      let trace = try await shop.recordTracedProgram("effects", 30)
      let report = try await shop.report(of: trace)
      let effects = try #require(report.intervals.first { $0.kind == .sideEffect })
      #expect(effects.name == "TracedProgram.Effect")
      #expect(effects.count == 30)
      #expect(effects.outcomes == ["success": 10, "failure": 10, "cancelled": 10])
      #expect(effects.queueWait?.count == 30)
      #expect(effects.queueWait?.kinds == ["side_effect"])

      // Every updater was dispatched by a side effect, which is its parent.
      let updaters = try #require(report.intervals.first { $0.kind == .updater })
      #expect(updaters.count == 30)
      #expect(updaters.queueWait?.nestedCount == 30)

      let nesting = try #require(report.nestings?.first)
      #expect(report.nestings?.count == 1)
      #expect(nesting.parentKind == .sideEffect)
      #expect(nesting.parent == "TracedProgram.Effect")
      #expect(nesting.childKind == .updater)
      #expect(nesting.child == "TracedProgram.Increment")
      #expect(nesting.count == 30)
      #expect(report.losses.missingParents == 0)

      let intercepted = report.intervals.filter { $0.kind == .interceptors }
      #expect(intercepted.reduce(0) { $0 + $1.count } == 60)
      #expect(report.losses.unendedIntervals == 0)
      #expect(report.losses.unbegunDispatches == 0)
      #expect(report.losses.endsWithoutBegin == [:])
    }
  }

  @Test func `what never begins is in the report with the reason`() async throws {
    try await Workshop.open { shop in
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
      let names = report.intervals.filter { $0.kind == .interceptors }.compactMap(\.name)
      #expect(names.contains("TracedProgram.Marked"))
      let depth = try #require(report.counters.first { $0.storeID != nil })
      #expect(depth.minimum == 0)
      #expect(depth.maximum >= 1)
    }
  }
}
