import Katana

/// A state of parts, of which an update changes one.
struct FanOutState: State {
  static let partCount = 100

  /// How many updates were applied.
  var updates = 0
  /// Changed by nobody.
  var still = 0
  var parts = [Int](repeating: 0, count: FanOutState.partCount)
}

/// A store whose side effects need nothing.
typealias FanOutStore = Store<FanOutState, EmptySideEffectDependencyContainer>

/// Changes one of the parts.
struct ChangePart: StateUpdater {
  let part: Int

  func updateState(_ state: inout FanOutState) {
    state.updates += 1
    state.parts[part] += 1
  }
}
