import BenchmarkHarness
import Katana

extension BenchmarkSuite {
  /// Reading a state that holds one reference, beside two retains and two releases.
  mutating func addSnapshot() {
    add(
      Benchmark(
        "snapshot",
        parameters: ["state": LargeArrayState.label],
        bars: [Bar("snapshot", against: "retain-twice", atMost: 2)]
      ) {
        BenchmarkBody(
          state: Reading(subject: BenchmarkStore<LargeArrayState>()),
          run: { reading, iterations in
            for _ in 0..<iterations { reading.sum += reading.subject.state.items.count }
          },
          verify: { reading, iterations in
            try VerificationError.check(
              "elements",
              found: reading.sum,
              expected: iterations * 100_000
            )
          }
        )
      }
    )
    add(
      Benchmark("retain-twice", kind: .floor) {
        BenchmarkBody(
          state: Reading(subject: Referenced()),
          run: { reading, iterations in
            let reference = Unmanaged.passUnretained(reading.subject)
            for _ in 0..<iterations {
              reading.sum += reference.retain().retain()._withUnsafeGuaranteedRef { $0.value }
              reference.release()
              reference.release()
            }
          },
          verify: { reading, iterations in
            try VerificationError.check("sum", found: reading.sum, expected: iterations)
          }
        )
      }
    )
  }
}

private struct Reading<Subject> {
  let subject: Subject
  var sum = 0

  init(subject: Subject) {
    self.subject = subject
  }
}

private final class Referenced {
  let value = 1
}
