/// Somebody who wants to know of updates.
struct Listener<S: State>: Sendable {
  /// What is called, without a detour.
  enum Call: Sendable {
    case pair(@Sendable (_ oldState: S, _ newState: S) -> Void)
    case newState(@Sendable (_ newState: S) -> Void)
  }

  let call: Call
  /// Called when the store goes away.
  var onClose: (@Sendable () -> Void)?

  /// Whether the old state has to be kept for it, which makes updaters copy what they change.
  var wantsOldState: Bool {
    if case .pair = call { true } else { false }
  }
}
