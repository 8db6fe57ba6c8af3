import Foundation
import Glibc
import Testing

@testable import hamon

extension RecordTests {
  @Suite struct TimeLimits {
    @Test(
      "a recording ends after its time, the command with it, and that is a success",
      arguments: [[], ["ignore:\(SIGTERM)"]]
    )
    func ends(_ steps: [String]) async throws {
      try await Workshop.open { shop in
        let trace = "\(shop.folder)/t"
        let outcome = try await shop.run(
          ["record", "-o", trace, "--duration", "600ms", "--", shop.program.path] + steps
            + ["emit:5", "repeat:10"]
        )
        #expect(outcome.status == 0, "\(outcome.error)")
        let seconds = try #require(outcome.error.firstMatch(of: /recorded for: ([\d.]+) s/)?.1)
        #expect(Double(seconds).map { $0 >= 0.6 } == true)
        #expect(outcome.error.contains("which hamon sent: the time was over"))
        #expect(outcome.error.contains("signal \(steps.isEmpty ? SIGTERM : SIGKILL) "))
        #expect(outcome.error.contains("discarded events: 0\n"))
        #expect(try await shop.count("signpost:interval_end", in: trace) > 0)
      }
    }

    @Test("a command that ends before its time keeps its status, and one that fails at its end")
    func endsBefore() async throws {
      try await Workshop.open { shop in
        let early = try await shop.run(
          [
            "record", "-o", "\(shop.folder)/t", "--duration", "5m", "--", shop.program.path,
            "exit:9",
          ]
        )
        #expect(early.status == 9, "\(early.error)")
        let failing = try await shop.run(
          [
            "record", "-o", "\(shop.folder)/u", "--duration", "0.1", "--", "sh", "-c",
            "trap 'exit 7' TERM; while :; do sleep 0.01; done",
          ]
        )
        #expect(failing.status == 7, "\(failing.error)")
      }
    }

    @Test(
      "times are read with their units",
      arguments: [
        ("10", 10_000), ("1.5s", 1_500), ("500ms", 500), ("2m", 120_000), ("2min", 120_000),
        ("1h", 3_600_000), ("0", nil), ("-1", nil), ("s", nil), ("3 d", nil), ("1e9", nil),
        ("99999999999", nil),
      ]
    )
    func units(text: String, milliseconds: Int?) {
      #expect(
        DurationArgument(argument: text)?.duration == milliseconds.map { .milliseconds($0) }
      )
    }
  }
}
