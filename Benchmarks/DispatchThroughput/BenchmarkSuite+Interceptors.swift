import BenchmarkHarness
import Dispatch
import Katana

extension BenchmarkSuite {
  /// ```
  /// producer ──▶ interceptor 1 ──▶ ... ──▶ interceptor n ──▶ store
  /// ```
  mutating func addIntercepted(interceptors count: Int) {
    add(
      Benchmark(
        "dispatch-intercepted",
        parameters: ["interceptors": count, "state": WordState.label],
        floors: ["dispatch/producers=1/state=8B"]
      ) {
        let store = BenchmarkStore<WordState>(
          interceptors: [StoreInterceptor](repeating: .observing(), count: count)
        )
        return BenchmarkBody(
          run: { dispatchEach(store, $0) },
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
  mutating func addOnExecutor() {
    add(
      Benchmark("dispatch-on-executor", floors: ["semaphore-ping-pong"]) {
        let executor = UpdateExecution.executor(.queue(DispatchQueue(label: "updates")))
        let store = BenchmarkStore<WordState>(
          configuration: StoreConfiguration(updates: executor)
        )
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
}
