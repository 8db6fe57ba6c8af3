import BenchmarkHarness
import Signposts

extension BenchmarkSuite {
  private static let signposter = Signposter(subsystem: "benchmark", category: "throughput")

  /// One event in each slot of time; a late one is made up for.
  mutating func addPaced(slot: Duration, sampleDuration: Duration) {
    let signposter = Self.signposter
    add(
      Benchmark(
        "paced-events",
        parameters: ["rate": "1M"],
        floors: ["event", "clock"],
        // The pace is that of the wall clock, on any machine.
        bars: [Bar("an event a microsecond", medianAtMost: slot * 1.02, calibratedBy: nil)],
        sampleDuration: sampleDuration
      ) {
        var emitted = 0
        return BenchmarkBody(
          run: { count in
            let clock = ContinuousClock()
            let start = clock.now
            for index in 0..<count {
              signposter.emitEvent("tick", "twenty characters...")
              while clock.now < start + slot * (index + 1) {}
            }
            emitted += count
          },
          verify: { total in
            try VerificationError.check("events", found: emitted, expected: total)
            try VerificationError.check(
              "is recorded",
              found: signposter.isEnabled,
              expected: true
            )
          }
        )
      }
    )
    // A hundred at a time: with the paced ones still far from filling the buffers.
    add(
      Benchmark("event", kind: .floor, sampleDuration: .microseconds(12)) {
        BenchmarkBody(
          run: { for _ in 0..<$0 { signposter.emitEvent("tick", "twenty characters...") } },
          verify: { _ in
            try VerificationError.check(
              "is recorded",
              found: signposter.isEnabled,
              expected: true
            )
          }
        )
      }
    )
  }

  /// The cost of reading the clock, as the pacing does.
  mutating func addClock() {
    add(
      Benchmark("clock", kind: .floor) {
        let clock = ContinuousClock()
        var last = clock.now
        return BenchmarkBody(
          run: { for _ in 0..<$0 { last = max(last, clock.now) } },
          verify: { _ in
            try VerificationError.check("goes on", found: last <= clock.now, expected: true)
          }
        )
      }
    )
  }
}
