import BenchmarkHarness
import Katana
import StoreWorkloads

extension BenchmarkSuite {
  /// ```
  /// producer 1 ──┐
  /// ...          ├──▶ store
  /// producer n ──┘
  /// ```
  mutating func addDispatch<S: BenchmarkState>(_ state: S.Type, producers: Int) {
    let floors =
      producers == 1 ? ["inout-call", "cas-apply-store", "cas-in-cas-out", "mutex"] : ["mutex"]
    var bars = [Bar("faster than a queue", against: "dispatch-queue-async", atMost: 0.25)]
    if producers == 1 {
      bars.append(Bar("uncontended dispatch", against: "cas-in-cas-out", atMost: 1.5))
    } else {
      bars.append(Bar("contended dispatch", against: "mutex", atMost: 1))
    }
    if producers == 1, state == LargeArrayState.self {
      let small = "dispatch/producers=1/state=\(SmallArrayState.label)"
      bars.append(Bar("write without a copy", against: small, atMost: 1.5))
    }
    add(
      Benchmark(
        "dispatch",
        parameters: ["producers": producers, "state": S.label],
        floors: floors + ["dispatch-queue-sync", "katana-miniature"],
        bars: bars,
        threads: producers
      ) {
        let store = BenchmarkStore<S>()
        let verify = { (iterations: Int) in
          try VerificationError.check("updates", found: store.state.sum, expected: iterations)
        }
        if producers == 1 {
          return BenchmarkBody(run: { dispatchEach(store, $0) }, verify: verify)
        }
        let team = try ThreadTeam(threads: producers) { _, share in dispatchEach(store, share) }
        return BenchmarkBody(team: team, verify: verify)
      }
    )
  }

  /// The same, each update awaited by the task that dispatched it.
  mutating func addAwaitedDispatch<S: BenchmarkState>(_ state: S.Type, producers: Int) {
    add(
      Benchmark(
        "dispatch-awaited",
        parameters: ["producers": producers, "state": S.label],
        floors: ["dispatch", "actor"],
        bars: producers == 1 ? [Bar("awaited in place", against: "dispatch", atMost: 4)] : [],
        sampleDuration: .milliseconds(producers == 1 ? 1 : 10)
      ) {
        let store = BenchmarkStore<S>()
        return BenchmarkBody(
          runAsync: { iterations in
            try await inTasks(producers, iterations) { share in
              for index in 0..<share { try await store.dispatch(Touch<S>(index: index)).value }
            }
          },
          verify: {
            try VerificationError.check("updates", found: store.state.sum, expected: $0)
          }
        )
      }
    )
    add(
      Benchmark(
        "actor",
        parameters: ["producers": producers, "state": S.label],
        kind: .peer,
        sampleDuration: .milliseconds(producers == 1 ? 1 : 10)
      ) {
        let cell = ActorCell<S>()
        return BenchmarkBody(
          runAsync: { iterations in
            try await inTasks(producers, iterations) { await touchEach(cell, $0) }
          },
          verify: {
            try VerificationError.check("updates", found: await cell.sum, expected: $0)
          }
        )
      }
    )
  }

  /// Updates that all have to queue.
  mutating func addQueuedDispatch() {
    add(
      Benchmark(
        "dispatch-queued",
        parameters: ["producers": 1, "state": WordState.label],
        floors: ["dispatch", "dispatch-queue-async", "mpsc-queue"]
      ) {
        let store = BenchmarkStore<WordState>()
        return BenchmarkBody(
          run: { Flood.run($0, in: store) },
          verify: {
            try VerificationError.check("updates", found: store.state.sum, expected: $0)
          }
        )
      }
    )
  }

  /// Updates of which so many wait at once.
  mutating func addQueuedMemory(items: Int) {
    add(
      Benchmark(
        "dispatch-queued-memory",
        parameters: ["items": items],
        bars: [Bar("\(items) queued items", memoryAtMost: 64_000_000)]
      ) {
        let store = BenchmarkStore<WordState>()
        let memory = Flood.memory(of: items, in: store)
        return BenchmarkBody(
          run: { for _ in 0..<$0 { Flood.run(items, in: store) } },
          verify: { iterations in
            let expected = (iterations + 1) * items
            try VerificationError.check("updates", found: store.state.sum, expected: expected)
          }
        ).reportingMemory { memory }
      }
    )
  }
}

/// Dispatches so many updates and returns when they are applied.
///
/// Not inlined, so that each row's loop is what it would be in a program's own function.
@inline(never)
func dispatchEach<S: BenchmarkState>(_ store: BenchmarkStore<S>, _ count: Int) {
  if count == 0 { return }
  for index in 1..<count { store.dispatch(Touch<S>(index: index)) }
  store.dispatch(Touch<S>(index: 0)).waitUntilFinished()
}

private func touchEach<S: BenchmarkState>(_ cell: ActorCell<S>, _ count: Int) async {
  for index in 0..<count { await cell.touch(index) }
}

/// Divides the iterations among tasks; child tasks for one producer as well, because an actor that is
/// awaited from the calling task is reached in another way.
private func inTasks(
  _ tasks: Int,
  _ iterations: Int,
  _ body: @escaping @Sendable (Int) async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for task in 0..<tasks {
      let share = (iterations + task) / tasks
      group.addTask { try await body(share) }
    }
    try await group.waitForAll()
  }
}
