import BenchmarkHarness
import Katana
import KatanaMiniature

// Floors and peers as one would write them: what they are counted beside.
extension BenchmarkSuite {
  mutating func addLoopsByHand() {
    addByHand("katana-miniature/listeners=10") {
      let store = MiniatureStore<FanOutState>()
      let calls = Calls()
      for _ in 0..<10 { store.addListener { _, new in calls.count(new.updates) } }
      return { iterations in
        for _ in 0..<iterations { store.dispatch(ChangePart(part: 0)) }
        store.finishNotifications()
      }
    }
    addByHand("closures/listeners=100") {
      let calls = Calls()
      let closures = (0..<100).map { _ in
        { @Sendable (_: FanOutState, new: FanOutState) in calls.count(new.updates) }
      }
      var state = FanOutState()
      return { iterations in
        for _ in 0..<iterations {
          let old = state
          state.updates += 1
          state.parts[0] += 1
          for closure in closures { closure(old, state) }
        }
      }
    }
    addByHand("closures-new-state/listeners=100") {
      let calls = Calls()
      let closures = (0..<100).map { _ in
        { @Sendable (new: FanOutState) in calls.count(new.updates) }
      }
      var state = FanOutState()
      return { iterations in
        for _ in 0..<iterations {
          state.updates += 1
          state.parts[0] += 1
          for closure in closures { closure(state) }
        }
      }
    }
  }
}
