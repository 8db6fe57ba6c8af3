import BenchmarkHarness
import Katana
import KatanaMiniature

extension BenchmarkSuite {
  /// One update, told to so many listeners; an iteration is one update.
  ///
  /// ```
  ///                ┌──▶ listener 1
  /// update ──▶ store ──▶ ...
  ///                └──▶ listener n
  /// ```
  mutating func addFanOut(listeners count: Int) {
    addRow(
      "listeners",
      count,
      bars: count == 10_000 ? [Bar("listener call", against: "closures", atMost: 1.3)] : []
    ) { store, calls in store.addListener { _, new in calls.count(new.updates) } }
    let asClosure = Bar("new-state listener", against: "closures-new-state", atMost: 1.2)
    addRow(
      "listeners-new-state",
      count,
      floors: ["closures-new-state"],
      bars: count == 1 || count == 10_000 ? [asClosure] : []
    ) { store, calls in
      store.addNewStateListener { new in calls.count(new.updates) }
    }
    let keyPath = Bar("key-path listener at 15 ns", medianAtMost: .nanoseconds(15 * count))
    for changes in [false, true] {
      addRow(
        "listeners-key-path",
        count,
        changes: changes,
        bars: count >= 1000 ? [keyPath] : []
      ) { store, calls in
        store.addListener(for: changes ? \.updates : \.still) { _, new in calls.count(new) }
      }
    }
    addClosures(count)
    addNewStateClosures(count)
    addMiniature(count)
  }

  /// The originals: a dictionary of listeners on a queue of their own.
  private mutating func addMiniature(_ count: Int) {
    add(
      Benchmark("katana-miniature", parameters: ["listeners": count], kind: .peer) {
        let store = MiniatureStore<FanOutState>()
        let calls = Calls()
        for _ in 0..<count { store.addListener { _, new in calls.count(new.updates) } }
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations { store.dispatch(ChangePart(part: 0)) }
            store.finishNotifications()
          },
          verify: {
            try VerificationError.check("calls", found: calls.total, expected: $0 * count)
          }
        )
      }
    )
  }

  /// One update, told to so many listeners that get the newest state only, at some time.
  mutating func addCoalescing(listeners count: Int) {
    add(
      Benchmark(
        "listeners-coalescing",
        parameters: ["listeners": count],
        floors: ["listeners-new-state", "closures"]
      ) {
        let store = FanOutStore()
        let executor = LaterExecutor()
        let last = Calls()
        for _ in 0..<count {
          store.addCoalescingListener(on: executor) { new in last.count(new.updates) }
        }
        return BenchmarkBody(
          // One run of the jobs for each hundred updates: what coalescing is for.
          run: { iterations in
            for index in 0..<iterations {
              store.dispatch(ChangePart(part: 0))
              if index % 100 == 99 { executor.runAll() }
            }
            executor.runAll()
          },
          verify: { iterations in
            let updates = store.state.updates
            try VerificationError.check("updates", found: updates, expected: iterations)
            // Each listener got the last state, whatever it got before.
            let missed = last.total < count ? 1 : 0
            try VerificationError.check("listeners without a call", found: missed, expected: 0)
          }
        )
      }
    )
  }

  /// One update, of which so many selectors see so many per cent change.
  mutating func addSelectors(listeners count: Int, interested percent: Int) {
    add(
      Benchmark(
        "selectors",
        parameters: ["listeners": count, "interested": "\(percent)%"],
        floors: ["closures/listeners=\(count)"]
      ) {
        let store = FanOutStore()
        let calls = Calls()
        for index in 0..<count {
          // Part 0 changes with each update.
          let part = index * 100 / max(count, 100) < percent ? 0 : 1 + index % 99
          let select = { @Sendable (state: FanOutState) in state.parts[part] }
          store.addListener(selecting: select, by: ==) { _, new in calls.count(new) }
        }
        let interested = (0..<count).count { $0 * 100 / max(count, 100) < percent }
        return BenchmarkBody(
          run: { for _ in 0..<$0 { store.dispatch(ChangePart(part: 0)) } },
          verify: {
            try VerificationError.check("calls", found: calls.total, expected: $0 * interested)
          }
        )
      }
    )
  }

  private mutating func addRow(
    _ name: String,
    _ count: Int,
    changes: Bool? = nil,
    floors: [String] = ["closures", "katana-miniature"],
    bars: [Bar] = [],
    listen: @escaping @Sendable (FanOutStore, Calls) -> Void
  ) {
    add(
      Benchmark(
        name,
        parameters: changes.map { ["listeners": count, "value": $0 ? "changed" : "still"] }
          ?? ["listeners": count],
        floors: floors,
        bars: bars
      ) {
        let store = FanOutStore()
        let calls = Calls()
        for _ in 0..<count { listen(store, calls) }
        let called = changes == false ? 0 : count
        return BenchmarkBody(
          run: { for _ in 0..<$0 { store.dispatch(ChangePart(part: 0)) } },
          verify: {
            try VerificationError.check("calls", found: calls.total, expected: $0 * called)
          }
        )
      }
    )
  }

  /// A plain array of closures that are called with a new state, where nobody has the old one.
  private mutating func addNewStateClosures(_ count: Int) {
    add(
      Benchmark("closures-new-state", parameters: ["listeners": count], kind: .floor) {
        let calls = Calls()
        let closures = (0..<count).map { _ in
          { @Sendable (new: FanOutState) in calls.count(new.updates) }
        }
        return BenchmarkBody(
          state: FanOutState(),
          run: { state, iterations in
            for _ in 0..<iterations {
              ChangePart(part: 0).updateState(&state)
              for closure in closures { closure(state) }
            }
          },
          verify: { state, iterations in
            try VerificationError.check("updates", found: state.updates, expected: iterations)
            let expected = iterations * count
            try VerificationError.check("calls", found: calls.total, expected: expected)
          }
        )
      }
    )
  }

  /// A plain array of closures that are called with an old and a new state.
  private mutating func addClosures(_ count: Int) {
    add(
      Benchmark("closures", parameters: ["listeners": count], kind: .floor) {
        let calls = Calls()
        let closures = (0..<count).map { _ in
          { @Sendable (_: FanOutState, new: FanOutState) in calls.count(new.updates) }
        }
        return BenchmarkBody(
          state: FanOutState(),
          run: { state, iterations in
            for _ in 0..<iterations {
              let old = state
              ChangePart(part: 0).updateState(&state)
              for closure in closures { closure(old, state) }
            }
          },
          verify: { state, iterations in
            try VerificationError.check("updates", found: state.updates, expected: iterations)
            let expected = iterations * count
            try VerificationError.check("calls", found: calls.total, expected: expected)
          }
        )
      }
    )
  }
}
