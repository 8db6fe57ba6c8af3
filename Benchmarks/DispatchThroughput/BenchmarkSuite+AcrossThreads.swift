import BenchmarkHarness
import Dispatch
import Katana
import StoreWorkloads

extension BenchmarkSuite {
  /// An update that another thread runs, awaited.
  ///
  /// The other thread is at the store when the update comes, so there are two processors at work, and
  /// the bar is against two threads that are on two processors as well.
  mutating func addAwaitedAcrossThreads() {
    add(
      Benchmark(
        "dispatch-across-threads",
        floors: ["semaphore-ping-pong"],
        bars: [Bar("awaited across threads", against: Self.pingPongAcross, atMost: 1.5)]
      ) {
        let holder = StoreHolder()
        return BenchmarkBody(
          runAsync: { for _ in 0..<$0 { try await holder.dispatchAndWait() } },
          verify: { try VerificationError.check("updates", found: holder.sum, expected: $0) },
          tearDown: { holder.stop() }
        )
      }
    )
    addPingPong(across: false)
    addPingPong(across: true)
  }

  private static var pingPongAcross: String { "semaphore-ping-pong/processors=2" }

  private mutating func addPingPong(across: Bool) {
    add(
      Benchmark(
        "semaphore-ping-pong",
        parameters: ["processors": across ? "2" : "any"],
        kind: .floor
      ) {
        let processors = ProcessorAffinity.current.processors
        if across, processors.count < 2 { throw TooFewProcessors() }
        let pingPong = PingPong(processors: across ? (processors[0], processors[1]) : nil)
        return BenchmarkBody(
          run: { try pingPong.run($0) },
          verify: { try VerificationError.check("answers", found: pingPong.count, expected: $0) },
          tearDown: { pingPong.stop() }
        )
      }
    )
  }

  /// ```
  /// producer 1 ──┐
  /// ...          ├──▶ store ──▶ executor
  /// producer n ──┘
  /// ```
  mutating func addOnExecutor(producers: Int) {
    add(
      Benchmark(
        "dispatch-on-executor",
        parameters: ["producers": producers, "state": WordState.label],
        floors: ["dispatch", "dispatch-queue-async"],
        threads: producers
      ) {
        let store = Self.makeStoreOnQueue()
        return BenchmarkBody(
          team: try ThreadTeam(threads: producers) { _, share in dispatchEach(store, share) },
          verify: {
            try VerificationError.check("updates", found: store.state.sum, expected: $0)
          }
        )
      }
    )
  }

  /// ```
  /// producer ──▶ store ──▶ executor (another thread), awaited
  /// ```
  mutating func addAwaitedOnExecutor() {
    add(
      Benchmark(
        "dispatch-awaited-on-executor",
        floors: ["semaphore-ping-pong"],
        bars: [Bar("awaited across threads", against: Self.pingPongAcross, atMost: 1.5)]
      ) {
        let store = Self.makeStoreOnQueue()
        return BenchmarkBody(
          runAsync: { iterations in
            for index in 0..<iterations {
              try await store.dispatch(Touch<WordState>(index: index)).value
            }
          },
          verify: {
            try VerificationError.check("updates", found: store.state.sum, expected: $0)
          }
        )
      }
    )
  }

  private static func makeStoreOnQueue() -> BenchmarkStore<WordState> {
    let executor = UpdateExecution.executor(.queue(DispatchQueue(label: "updates")))
    return BenchmarkStore(configuration: StoreConfiguration(updates: executor))
  }
}

private struct TooFewProcessors: Error, CustomStringConvertible {
  var description: String { "it needs two processors; allow the process a second one" }
}
