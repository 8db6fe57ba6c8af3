/// An action that is dispatched when another was handled.
///
/// Source: SEMANTICS.md, L10.
public protocol LinkeableAction: Action {
  /// Makes the action of the other and of the states around it, or nothing.
  init?(oldState: any State, newState: any State, sourceAction: any Action)
}
