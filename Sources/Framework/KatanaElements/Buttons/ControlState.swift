/// The state of a button: a set, since it may be highlighted and selected.
///
/// Source: docs/semantics/elements.md, E4.
public struct ControlState: OptionSet, Hashable, Sendable {
  /// One bit per state.
  public let rawValue: Int
  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// None of the others.
  public static let normal: ControlState = []
  /// It is touched.
  public static let highlighted = ControlState(rawValue: 1 << 0)
  /// It can't be used.
  public static let disabled = ControlState(rawValue: 1 << 1)
  /// It is selected.
  public static let selected = ControlState(rawValue: 1 << 2)
  /// It has the keyboard focus.
  public static let focused = ControlState(rawValue: 1 << 3)
  /// The mouse is over it, with no button down.
  public static let hovered = ControlState(rawValue: 1 << 4)
}

extension Dictionary where Key == ControlState {
  /// The value of a state: its own, or else the one of the state without the mouse, or without focus, or else the one of `normal`.
  ///
  /// As in `UIButton`, a set of two states doesn't fall back to one of them.
  public func value(for state: ControlState) -> Value? {
    self[state] ?? self[state.subtracting(.hovered)] ?? self[state.subtracting(.focused)]
      ?? self[state.subtracting([.focused, .hovered])] ?? self[.normal]
  }
}
