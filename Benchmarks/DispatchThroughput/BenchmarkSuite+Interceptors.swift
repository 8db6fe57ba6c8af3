import BenchmarkHarness
import Katana
import StoreWorkloads

extension BenchmarkSuite {
  /// ```
  /// producer ──▶ interceptor 1 ──▶ ... ──▶ interceptor n ──▶ store
  /// ```
  mutating func addIntercepted(interceptors count: Int) {
    add(
      Benchmark(
        "dispatch-intercepted",
        parameters: ["interceptors": count, "state": WordState.label],
        floors: ["dispatch/producers=1/state=8B"],
        bars: count == 0
          ? []
          : [
            Bar(
              "25 ns for the first interceptor and 6 for each more",
              over: "dispatch/producers=1/state=8B",
              atMost: .nanoseconds(25 + 6 * (count - 1))
            )
          ]
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
}
