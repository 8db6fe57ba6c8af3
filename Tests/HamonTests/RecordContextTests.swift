import Foundation
import Testing

@testable import TraceRecording

extension RecordTests {
  @Suite struct Contexts {
    @Test func `each event has the contexts that were asked for, and a counter that works`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        let counter = ContextCatalog.working.first { $0.hasPrefix("perf:thread:") }
        var options: [String] = []
        for context in ["vuid", "pthread_id", "vpid", "vuid"] + (counter.map { [$0] } ?? []) {
          options += ["--context", context]
        }
        try await fixture.succeed(
          ["record", "-o", trace] + options + ["--", fixture.program.path, "emit:10"]
        )
        #expect(
          try await fixture.counts("signpost:interval_end", in: trace).values.reduce(0, +) == 10
        )
        let field = counter.map { "\($0.replacing(/[:-]/, with: "_")) = [0-9]+" } ?? ""
        #expect(
          try await fixture.count(
            lines:
              "signpost:interval_.*vpid = .*vtid = .*procname = .*vuid = .*pthread_id = .*\(field)",
            in: trace
          ) == 20
        )
      }
    }

    @Test func `what cannot be recorded is refused with what can, and nothing is left behind`()
      async throws
    {
      try await ToolFixture.open { fixture in
        var refused = [("hostname", "LTTng-UST has none of that name; these work here: ip ")]
        let working = ContextCatalog.working
        let counters = ["cycles", "stalled-cycles-backend", "LLC-prefetches", "branch-loads"]
          .map { "perf:thread:\($0)" }
        if let counter = counters.first(where: { !working.contains($0) }) {
          refused.append((counter, "cannot be counted: "))
        }
        for (context, text) in refused {
          let outcome = try await fixture.run(
            ["record", "-o", "\(fixture.folder)/t", "--context", context, "--", "true"])
          #expect(outcome.status == 125)
          #expect(outcome.error.hasPrefix("error: context \"\(context)\": \(text)"))
          #expect(outcome.error.contains("these work here: ip pthread_id "))
          #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder)/t"))
        }
      }
    }
  }
}
