import BenchmarkHarness
import HandWrittenLoops
import Katana
import KatanaMiniature

// Floors and peers as one would write them: what they are counted beside.
extension HandWrittenLoops {
  mutating func addAll() {
    add("katana-miniature/listeners=10") {
      let store = MiniatureStore<FanOutState>()
      let calls = Calls()
      for _ in 0..<10 { store.addListener { _, new in calls.count(new.updates) } }
      return { iterations in
        for _ in 0..<iterations { store.dispatch(ChangePart(part: 0)) }
        store.finishNotifications()
      }
    }
    let calls = Calls()
    let pairs = (0..<100).map { _ in
      { @Sendable (_: FanOutState, new: FanOutState) in calls.count(new.updates) }
    }
    add(
      "closures/listeners=100",
      state: { FanOutState() },
      run: { state, iterations in
        for _ in 0..<iterations {
          let old = state
          state.updates += 1
          state.parts[0] += 1
          for closure in pairs { closure(old, state) }
        }
      }
    )
    let singles = (0..<100).map { _ in
      { @Sendable (new: FanOutState) in calls.count(new.updates) }
    }
    add(
      "closures-new-state/listeners=100",
      state: { FanOutState() },
      run: { state, iterations in
        for _ in 0..<iterations {
          state.updates += 1
          state.parts[0] += 1
          for closure in singles { closure(state) }
        }
      }
    )
  }
}
