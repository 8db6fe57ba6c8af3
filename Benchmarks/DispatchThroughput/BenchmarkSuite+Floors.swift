import BenchmarkHarness
import Katana
import KatanaMiniature
import StoreWorkloads

extension BenchmarkSuite {
  /// The best that one thread could do.
  mutating func addFloors<S: BenchmarkState>(_ state: S.Type) {
    addFloor("inout-call", S.self, S()) { state, iterations in
      touchEach(&state, iterations)
    }
    addFloor("cas-apply-store", S.self, CASCell<S>()) { cell, iterations in
      cell.storeEach(iterations)
    }
    addFloor("cas-in-cas-out", S.self, CASCell<S>()) { cell, iterations in
      cell.exchangeEach(iterations)
    }
  }

  /// The means of a program that has no store.
  mutating func addPeers<S: BenchmarkState>(_ state: S.Type, producers: Int) {
    addPeer("mutex", S.self, producers, MutexCell<S>()) { cell, share in
      cell.touchEach(share)
    }
    addPeer("dispatch-queue-sync", S.self, producers, SerialQueueCell<S>()) { cell, share in
      cell.touchEach(share)
    }
    addPeer("dispatch-queue-async", S.self, producers, SerialQueueCell<S>()) { cell, share in
      cell.touchEachLater(share)
    }
    addPeer("katana-miniature", S.self, producers, MiniatureStore<S>()) { store, share in
      for index in 0..<share { store.dispatch(Touch<S>(index: index)) }
      store.finish()
    }
  }

  private mutating func addFloor<S: BenchmarkState, Cell: UpdateCounting & ~Copyable>(
    _ name: String,
    _ state: S.Type,
    _ makeCell: @escaping @autoclosure @Sendable () -> Cell,
    run: @escaping @Sendable (inout Cell, Int) -> Void
  ) {
    add(
      Benchmark(name, parameters: ["producers": 1, "state": S.label], kind: .floor) {
        BenchmarkBody(
          state: makeCell(),
          run: run,
          verify: { try VerificationError.check("updates", found: $0.sum, expected: $1) }
        )
      }
    )
  }

  private mutating func addPeer<S: BenchmarkState, Cell: UpdateCounting & Sendable>(
    _ name: String,
    _ state: S.Type,
    _ producers: Int,
    _ makeCell: @escaping @autoclosure @Sendable () -> Cell,
    run: @escaping @Sendable (Cell, Int) -> Void
  ) {
    add(
      Benchmark(
        name,
        parameters: ["producers": producers, "state": S.label],
        kind: .peer,
        threads: producers
      ) {
        let cell = makeCell()
        let verify = { (iterations: Int) in
          try VerificationError.check("updates", found: cell.sum, expected: iterations)
        }
        if producers == 1 { return BenchmarkBody(run: { run(cell, $0) }, verify: verify) }
        let team = try ThreadTeam(threads: producers) { _, share in run(cell, share) }
        return BenchmarkBody(team: team, verify: verify)
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

private func touchEach<S: BenchmarkState>(_ state: inout S, _ count: Int) {
  for index in 0..<count { touch(&state, index) }
}

/// A call of a function that the compiler can't look into.
@inline(never)
private func touch<S: BenchmarkState>(_ state: inout S, _ index: Int) { state.touch(index) }
