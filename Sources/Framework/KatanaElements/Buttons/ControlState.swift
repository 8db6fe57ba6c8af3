/// The state of a button: a set, for it may be highlighted and selected.
///
/// Source: docs/semantics/elements.md, E4.
public struct ControlState: OptionSet, Hashable, Sendable {
  /// One bit a state.
  public let rawValue: Int
  /// Makes a set of its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Nothing of the others.
  public static let normal: ControlState = []
  /// A touch is on it.
  public static let highlighted = ControlState(rawValue: 1 << 0)
  /// It can't be used.
  public static let disabled = ControlState(rawValue: 1 << 1)
  /// It is the chosen one.
  public static let selected = ControlState(rawValue: 1 << 2)
  /// Keys go to it.
  public static let focused = ControlState(rawValue: 1 << 3)
}

extension Dictionary where Key == ControlState {
  /// The value of a state: its own, or else that of the state without focus, or else that of `normal`.
  ///
  /// As of a `UIButton`, a set of two states isn't looked up by one of them.
  public func value(for state: ControlState) -> Value? {
    self[state] ?? self[state.subtracting(.focused)] ?? self[.normal]
  }
}
