import BenchmarkHarness
import CTracingOverhead
import Signposts

extension BenchmarkSuite {
  private static let signposter = Signposter(subsystem: "benchmark", category: "overhead")

  /// Events that nobody records: a load and a branch each.
  mutating func addOff() {
    let bars = [Bar("signpost off / empty loop", against: "empty-loop", atMost: 1.1)]
    let signposter = Self.signposter
    addLoop("off-measurement", bars: bars) { count in
      for index in 0..<count {
        signposter.emitMeasurement("size", value: Double(index))
        blackHole(index)
      }
    }
    let id = SignpostID(1)
    addLoop("off-field", bars: bars) { count in
      for index in 0..<count {
        signposter.emitField("index", index, of: id)
        blackHole(index)
      }
    }
    addLoop("empty-loop", kind: .floor) { count in
      for index in 0..<count { blackHole(index) }
    }
  }

  /// Events that are recorded, from Swift and from C.
  mutating func addOn() {
    let signposter = Self.signposter
    addRecorded("on-event", floor: "c-event") { count in
      for _ in 0..<count { signposter.emitEvent("tick", "twenty characters...") }
    }
    addRecorded("c-event") { ctracing_emit_events($0) }
    addRecorded("on-counter", floor: "c-counter") { count in
      for index in 0..<count { signposter.emitCounter("queue depth", value: index) }
    }
    addRecorded("c-counter") { ctracing_emit_counters($0) }
    addRecorded("on-interval", floor: "c-interval") { count in
      for _ in 0..<count {
        let state = signposter.beginInterval("work")
        signposter.endInterval("work", state)
      }
    }
    addRecorded("c-interval") { ctracing_emit_intervals($0) }
    // Not the same as C: what begins in the body is a child, and what is a child has to find its parent.
    addRecorded("on-body", ratioTo: "c-interval") { count in
      for _ in 0..<count { signposter.withIntervalSignpost("work") {} }
      ctracing_forget_parents()
    }
    addRecorded("on-child", ratioTo: "c-interval") { count in
      SignpostID(1).asCurrent {
        for _ in 0..<count {
          let state = signposter.beginInterval("work")
          signposter.endInterval("work", state)
        }
      }
      ctracing_forget_parents()
    }
    addRecorded("on-escaped", ratioTo: "c-event") { count in
      for _ in 0..<count { signposter.emitEvent("tick", "twenty charact\u{e8}rs...") }
    }
  }

  private mutating func addLoop(
    _ name: String,
    kind: BenchmarkKind = .ours,
    bars: [Bar] = [],
    _ run: @escaping @Sendable (Int) -> Void
  ) {
    add(
      Benchmark(name, kind: kind, bars: bars) {
        var sum = 0
        return BenchmarkBody(
          run: { count in
            run(count)
            sum += count
          },
          verify: { try VerificationError.check("iterations", found: sum, expected: $0) }
        )
      }
    )
  }

  private mutating func addRecorded(
    _ name: String,
    floor: String? = nil,
    ratioTo other: String? = nil,
    _ run: @escaping @Sendable (Int) -> Void
  ) {
    let bars = floor.map { [Bar("signpost on / the same from C", against: $0, atMost: 1.15)] } ?? []
    let signposter = Self.signposter
    add(
      Benchmark(
        name,
        kind: floor == nil && other == nil ? .floor : .ours,
        floors: [other].compactMap { $0 },
        bars: bars
      ) {
        BenchmarkBody(
          run: { run($0) },
          verify: { _ in
            // What valgrind counts is never recorded: it would count the recorder.
            try VerificationError.check(
              "is recorded, as nothing is under valgrind",
              found: signposter.isEnabled,
              expected: true
            )
          }
        )
      }
    )
  }
}
