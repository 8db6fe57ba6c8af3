import BenchmarkHarness
import Katana
import StoreWorkloads

extension BenchmarkSuite {
  /// Reading a whole state while nobody writes.
  mutating func addSnapshot<S: BenchmarkState>(_ state: S.Type, bars: [Bar] = []) {
    add(
      Benchmark(
        "snapshot",
        parameters: ["state": S.label],
        floors: ["copy", "mutex-snapshot"],
        bars: bars
      ) {
        BenchmarkBody(
          state: Reading(of: BenchmarkStore<S>(), S.self),
          run: { reading, iterations in
            for _ in 0..<iterations { reading.keep(reading.subject.state) }
          },
          verify: { try $0.check($1) }
        )
      }
    )
    add(
      Benchmark("mutex-snapshot", parameters: ["state": S.label], kind: .peer) {
        BenchmarkBody(
          state: Reading(of: MutexCell<S>(), S.self),
          run: { reading, iterations in
            for _ in 0..<iterations { reading.keep(reading.subject.snapshot()) }
          },
          verify: { try $0.check($1) }
        )
      }
    )
    // Without anything around it.
    add(
      Benchmark("copy", parameters: ["state": S.label], kind: .floor) {
        BenchmarkBody(
          state: Reading(of: Referenced(S()), S.self),
          run: { reading, iterations in
            let subject = reading.subject
            for _ in 0..<iterations {
              reading.keep(subject.value)
              // Where the value is a word, nothing of the loop would remain.
              blackHole(reading.count)
            }
          },
          verify: { try $0.check($1) }
        )
      }
    )
  }

  /// Two retains and two releases: what a state with one reference in it can't do without.
  mutating func addRetains() {
    add(
      Benchmark("retain-twice", kind: .floor) {
        BenchmarkBody(
          state: Reading(of: Referenced(1), Int.self),
          run: { reading, iterations in
            // SAFETY: the subject outlives the loop, and each retain has its release.
            let reference = unsafe Unmanaged.passUnretained(reading.subject)
            for _ in 0..<iterations {
              reading.count += unsafe reference.retain().retain()._withUnsafeGuaranteedRef {
                $0.value
              }
              unsafe reference.release()
              unsafe reference.release()
            }
          },
          verify: { try $0.check($1) }
        )
      }
    )
  }
}

/// A subject, and the last copy of what is read of it.
private struct Reading<Subject, Value> {
  let subject: Subject
  var count = 0
  private var last: Value?

  init(of subject: Subject, _ type: Value.Type) {
    self.subject = subject
  }

  /// Keeps a copy until the next, so that one has to be made.
  @inline(__always)
  mutating func keep(_ value: Value) {
    last = value
    count += 1
  }

  func check(_ iterations: Int) throws {
    try VerificationError.check("reads", found: count, expected: iterations)
  }
}

private final class Referenced<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
