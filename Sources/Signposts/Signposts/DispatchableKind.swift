/// What a store was handed.
public enum DispatchableKind: Sendable {
  /// A change of the state.
  case updater
  /// Work with the outside world.
  case sideEffect

  var traceName: StaticString {
    switch self {
    case .updater: "updater"
    case .sideEffect: "side_effect"
    }
  }
}
