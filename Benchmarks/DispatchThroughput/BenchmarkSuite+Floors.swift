import BenchmarkHarness
import Katana

extension BenchmarkSuite {
  /// What one thread could do at best.
  mutating func addFloors<S: BenchmarkState>(_ state: S.Type) {
    let parameters: KeyValuePairs<String, any CustomStringConvertible> = [
      "producers": 1, "state": S.label,
    ]
    add(
      Benchmark("inout-call", parameters: parameters, kind: .floor) {
        BenchmarkBody(
          state: S(),
          run: { state, iterations in
            for index in 0..<iterations { callInOut(Touch<S>(index: index), &state) }
          },
          verify: {
            try VerificationError.check("updates", found: $0.sum, expected: $1)
          }
        )
      }
    )
    add(
      Benchmark("cas-apply-store", parameters: parameters, kind: .floor) {
        BenchmarkBody(
          state: CASCell<S>(),
          run: { cell, iterations in
            for index in 0..<iterations { cell.applyAndStore(Touch<S>(index: index)) }
          },
          verify: {
            try VerificationError.check("updates", found: $0.sum, expected: $1)
          }
        )
      }
    )
    add(
      Benchmark("cas-in-cas-out", parameters: parameters, kind: .floor) {
        BenchmarkBody(
          state: CASCell<S>(),
          run: { cell, iterations in
            for index in 0..<iterations { cell.applyAndExchange(Touch<S>(index: index)) }
          },
          verify: {
            try VerificationError.check("updates", found: $0.sum, expected: $1)
          }
        )
      }
    )
  }

  /// What a program would use that had no store.
  mutating func addPeers<S: BenchmarkState>(_ state: S.Type, producers: Int) {
    let parameters: KeyValuePairs<String, any CustomStringConvertible> = [
      "producers": producers, "state": S.label,
    ]
    add(
      Benchmark("mutex", parameters: parameters, kind: .peer, threads: producers) {
        let cell = MutexCell<S>()
        return try body(
          producers,
          run: { count in
            for index in 0..<count { cell.apply(Touch<S>(index: index)) }
          },
          sum: { cell.sum }
        )
      }
    )
    add(
      Benchmark("dispatch-queue-sync", parameters: parameters, kind: .peer, threads: producers) {
        let cell = SerialQueueCell<S>()
        return try body(
          producers,
          run: { count in
            for index in 0..<count { cell.apply(Touch<S>(index: index)) }
          },
          sum: { cell.sum }
        )
      }
    )
    add(
      Benchmark("dispatch-queue-async", parameters: parameters, kind: .peer, threads: producers) {
        let cell = SerialQueueCell<S>()
        return try body(
          producers,
          run: { count in
            for index in 0..<count { cell.applyLater(Touch<S>(index: index)) }
            cell.finish()
          },
          sum: { cell.sum }
        )
      }
    )
  }

  /// ```
  /// producer 1 ──┐
  /// ...          ├──▶ queue ──▶ consumer (one thread more)
  /// producer n ──┘
  /// ```
  mutating func addBareQueue(producers: Int) {
    add(
      Benchmark(
        "mpsc-queue",
        parameters: ["producers": producers],
        kind: .floor,
        threads: producers + 1
      ) {
        let traffic = QueueTraffic(producers: producers)
        return BenchmarkBody(
          team: try ThreadTeam(threads: producers + 1) { traffic.work(thread: $0, share: $1) },
          verify: { try VerificationError.check("items", found: traffic.count, expected: $0) }
        )
      }
    )
  }
}

/// A body of one thread or of a team.
@MainActor
private func body(
  _ producers: Int,
  run: @escaping @Sendable (Int) -> Void,
  sum: @escaping () -> Int
) throws -> BenchmarkBody {
  let verify = { (iterations: Int) in
    try VerificationError.check("updates", found: sum(), expected: iterations)
  }
  if producers == 1 { return BenchmarkBody(run: run, verify: verify) }
  return BenchmarkBody(
    team: try ThreadTeam(threads: producers) { _, share in run(share) },
    verify: verify
  )
}

/// A call of a function that the compiler can't look into.
@inline(never)
private func callInOut<S: BenchmarkState>(_ updater: Touch<S>, _ state: inout S) {
  updater.updateState(&state)
}
