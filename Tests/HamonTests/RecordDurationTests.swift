import Foundation
import Glibc
import Testing

@testable import hamon

extension RecordTests {
  @Suite struct TimeLimits {
    @Test(arguments: [[], ["ignore:\(SIGTERM)"]])
    func `a recording ends after its time, the command with it, and that is a success`(
      _ steps: [String]
    ) async throws {
      try await ToolFixture.open { fixture in
        let trace = "\(fixture.folder)/t"
        let outcome = try await fixture.succeed(
          ["record", "-o", trace, "--duration", "600ms", "--", fixture.program.path] + steps
            + ["emit:5", "repeat:10"]
        )
        let seconds = try #require(outcome.error.firstMatch(of: /recorded for: ([\d.]+) s/)?.1)
        #expect(Double(seconds).map { $0 >= 0.6 } == true)
        #expect(outcome.error.contains("which hamon sent: the time was over"))
        #expect(outcome.error.contains("signal \(steps.isEmpty ? SIGTERM : SIGKILL) "))
        #expect(outcome.error.contains("discarded events: 0\n"))
        #expect(try await fixture.count("signpost:interval_end", in: trace) > 0)
      }
    }

    @Test
    func `a command that ends before its time keeps its status, and one that fails at its end`()
      async throws
    {
      try await ToolFixture.open { fixture in
        let early = try await fixture.run(
          [
            "record", "-o", "\(fixture.folder)/t", "--duration", "5m", "--", fixture.program.path,
            "exit:9",
          ]
        )
        #expect(early.status == 9, "\(early.error)")
        let failing = try await fixture.run(
          [
            "record", "-o", "\(fixture.folder)/u", "--duration", "0.1", "--", "sh", "-c",
            "trap 'exit 7' TERM; while :; do sleep 0.01; done",
          ]
        )
        #expect(failing.status == 7, "\(failing.error)")
      }
    }

    @Test(arguments: [
      ("10", 10_000), ("1.5s", 1_500), ("500ms", 500), ("2m", 120_000), ("2min", 120_000),
      ("1h", 3_600_000), ("0", nil), ("-1", nil), ("s", nil), ("3 d", nil), ("1e9", nil),
      ("99999999999", nil),
    ])
    func `times are read with their units`(text: String, milliseconds: Int?) {
      #expect(
        DurationArgument(argument: text)?.duration == milliseconds.map { .milliseconds($0) }
      )
    }
  }
}
