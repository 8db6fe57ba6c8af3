import Katana

/// A state that counts what the side effects have done.
struct EffectState: State {
  var count = 0
}

/// A store whose side effects need nothing.
typealias EffectStore = Store<EffectState, EmptySideEffectDependencyContainer>

/// Counts one side effect.
struct Count: StateUpdater {
  func updateState(_ state: inout EffectState) { state.count += 1 }
}
