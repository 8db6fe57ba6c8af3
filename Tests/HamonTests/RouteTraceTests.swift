import Foundation
import Testing
import TraceAnalysis
import TraceReading

/// A router's comparisons and steps, recorded and reported.
@Suite(.serialized, .records, .timeLimit(.minutes(30)))
struct RouteTraceTests {
  @Test func `each step is in the trace with its kind, its destination and how it ended`()
    async throws
  {
    try await ToolFixture.open { shop in
      let trace = try await shop.recordTracedProgram("routes", 10)
      // Eight a round, and the root.
      #expect(try await shop.count("katana:route_step_begin", in: trace) == 81)
      #expect(try await shop.count("katana:route_step_end", in: trace) == 81)
      #expect(
        try await shop.count(lines: "actions = 2, pushes = 0, pops = 0, changes = 1 ", in: trace)
          == 10
      )
      #expect(try await shop.count(lines: "kind = .change., name = .root.", in: trace) == 20)

      let report = try await shop.report(of: trace)
      let steps = report.intervals.filter { $0.kind == "route step" }
      var counts: [String: UInt64] = [:]
      for row in steps { counts["\(row.category ?? "") \(row.name ?? "")"] = row.count }
      #expect(
        counts == [
          "push root": 1, "push b": 10, "push refused": 10, "pop d": 10, "change root": 20,
          "reorder root": 10, "activate b": 10, "activate d": 10,
        ]
      )
      for row in steps {
        #expect(row.outcomes == [row.name == "refused" ? "failure" : "success": row.count])
      }
      let totals = try #require(report.totals)
      let labels = ["changes of routes", "destinations pushed", "destinations popped"]
      // What is refused counts as asked for.
      #expect(labels.map { label in totals.first { $0.label == label }?.value } == [81, 41, 30])
      let diffs = try #require(report.intervals.first { $0.kind == "routing" })
      #expect(diffs.count >= 61)

      // What a routable does for a step is the step's child.
      let shows = try #require(report.nestings?.first { $0.child == "show" })
      #expect(shows.parentKind == "route step")
      #expect(shows.parent == "b")
      #expect(shows.count == 10)
      #expect(report.losses.unendedIntervals == 0)
      #expect(report.losses.endsWithoutBegin == [:])
      #expect(report.losses.missingParents == 0)
    }
  }
}
