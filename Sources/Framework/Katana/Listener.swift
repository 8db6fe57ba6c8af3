/// What is called when the state has changed, without a detour.
@usableFromInline
enum Listener<S: State>: Sendable {
  case pair(@Sendable (_ oldState: S, _ newState: S) -> Void)
  case newState(@Sendable (_ newState: S) -> Void)

  /// Whether the old state has to be kept for it, which makes updaters copy what they change.
  var wantsOldState: Bool {
    if case .pair = self { true } else { false }
  }
}
