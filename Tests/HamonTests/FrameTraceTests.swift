import CommandRunning
import Foundation
import Testing
import TraceAnalysis
import TraceReading

/// Frames of a view tree beside the updates of a store, recorded and reported.
@Suite(.serialized, .records, .timeLimit(.minutes(30)))
struct FrameTraceTests {
  private let program = Built.program("FrameProgram")

  @Test func `updates are followed to the frames that show them, and into these`() async throws {
    try await ToolFixture.open { shop in
      let (trace, outcome) = try await shop.record([program, "20"])
      #expect(outcome.output.contains("60 intervals recorded, 40 sales"))
      for event in ["frame", "reconcile", "layout", "commit"] {
        #expect(try await shop.count("katana:\(event)_begin", in: trace) == 20)
        #expect(try await shop.count("katana:\(event)_end", in: trace) == 20)
      }
      #expect(try await shop.count(lines: "connected = 9, updated = 10 ", in: trace) == 20)
      #expect(try await shop.count(lines: "name = .Headless., version = 40 ", in: trace) == 1)

      let report = try await shop.report(of: trace)
      let frames = try #require(report.frames?.first)
      #expect(report.frames?.count == 1 && frames.name == "Shop.Screen" && frames.count == 20)
      // Two for each frame but the first.
      #expect(frames.latency?.count == 38 && !frames.hasSeveralStores)
      #expect(frames.reconcile > 0 && frames.layout > 0 && frames.commit > 0)
      let nestings = Set(
        (report.nestings ?? []).map { "\($0.parentKind.rawValue) > \($0.childKind.rawValue)" }
      )
      #expect(
        nestings == ["frame > reconciliation", "reconciliation > layout", "frame > commit"]
      )
      let totals = (report.totals ?? []).map { "\($0.value) \($0.label)" }
      #expect(
        Set(totals).isSuperset(of: [
          "180 nodes connected", "200 nodes updated", "20 nodes created", "40 nodes reused",
          "60 nodes removed", "80 nodes moved", "60 views laid out", "100 views created",
          "120 views placed", "140 views patched", "160 views removed",
        ])
      )
      #expect(report.losses.unendedIntervals == 0 && report.losses.missingParents == 0)

      let tree = try await shop.run(["report", trace, "--request", "Headless"])
      #expect(tree.status == 0 && tree.output.contains("commit Headless (version="))
      let page = "\(shop.folder)/r.html"
      let text = try await shop.run(["report", trace, "--html", page])
      let html = try String(contentsOfFile: page, encoding: .utf8)
      for output in [text.output, html] {
        #expect(output.contains("Frames") && output.contains("updates shown"))
      }
    }
  }

  @Test func `a screen of Katana UI is traced from dispatch to commit`() async throws {
    try await ToolFixture.open { shop in
      let (trace, outcome) = try await shop.record([program, "20", "screen"])
      #expect(outcome.output.contains("40"))
      // One for the first frame, and one for each two updates.
      for event in ["frame", "commit"] {
        #expect(try await shop.count("katana:\(event)_begin", in: trace) == 21)
        #expect(try await shop.count("katana:\(event)_end", in: trace) == 21)
      }
      #expect(try await shop.count("katana:reconcile_begin", in: trace) >= 20)
      #expect(try await shop.count("katana:layout_begin", in: trace) >= 20)
      #expect(try await shop.count("katana:update_begin", in: trace) == 40)
      #expect(try await shop.count(lines: "connected = 1, updated = ", in: trace) >= 20)
      #expect(try await shop.count(lines: "version = 40 ", in: trace) >= 3)

      let report = try await shop.report(of: trace)
      let frames = try #require(report.frames?.first)
      #expect(report.frames?.count == 1 && frames.count == 21)
      #expect(frames.latency?.count == 40 && !frames.hasSeveralStores)
      #expect(frames.reconcile > 0 && frames.layout > 0 && frames.commit > 0)
      let nestings = Set(
        (report.nestings ?? []).map { "\($0.parentKind.rawValue) > \($0.childKind.rawValue)" }
      )
      #expect(nestings.isSuperset(of: ["frame > reconciliation", "frame > commit"]))
      #expect(report.losses.unendedIntervals == 0 && report.losses.missingParents == 0)
    }
  }

  @Test func `navigation is traced from the dispatch over its steps to the frames that show them`()
    async throws
  {
    try await ToolFixture.open { shop in
      let (trace, outcome) = try await shop.record([program, "5", "navigation"])
      #expect(outcome.output.contains("home"))
      // The root, and each of the requests, the one that nobody answers included.
      #expect(try await shop.count("katana:route_step_begin", in: trace) == 12)
      #expect(try await shop.count("katana:route_step_end", in: trace) == 12)

      let report = try await shop.report(of: trace)
      var steps: [String: [String: UInt64]] = [:]
      for row in report.intervals where row.kind == "route step" {
        steps["\(row.category ?? "") \(row.name ?? "")"] = row.outcomes
      }
      #expect(
        steps == [
          "change home": ["success": 1], "push item": ["success": 5], "pop item": ["success": 5],
          "push nothing": ["unrealized": 1],
        ]
      )
      let nestings = (report.nestings ?? []).map { row in
        "\(row.parentKind.rawValue) \(row.parent ?? "") > \(row.childKind.rawValue) \(row.child ?? "")"
      }
      for wanted in [
        "side effect Tempura.Show > route step item", "side effect Tempura.Hide > route step item",
        "route step item > frame Tempura.Window", "frame Tempura.Window > commit",
      ] {
        #expect(nestings.contains { $0.hasPrefix(wanted) }, "\(wanted) in \(nestings)")
      }
      #expect(report.losses.unendedIntervals == 0 && report.losses.missingParents == 0)
    }
  }

  @Test func `nothing is emitted while nobody records`() async throws {
    try await ToolFixture.open { shop in
      let output = try await Command.succeed([program, "20"])
      #expect(output == "0 intervals recorded, 40 sales\n")
    }
  }
}
