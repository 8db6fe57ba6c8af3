public import Foundation

/// Something that a user did, as a backend hands it to ``ViewTree/handle(_:)``.
public enum InputEvent: Hashable, Sendable {
  case pointer(PointerEvent)
  case scroll(ScrollEvent)
  case key(KeyEvent)
}

/// Keys that are held while something happens.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let shift = KeyModifiers(rawValue: 1 << 0)
  public static let control = KeyModifiers(rawValue: 1 << 1)
  public static let alt = KeyModifiers(rawValue: 1 << 2)
  public static let command = KeyModifiers(rawValue: 1 << 3)
}

/// A mouse button or a finger that goes down, moves or goes up.
public struct PointerEvent: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    case down
    /// With a button down: a drag. Without one: a mouse that hovers.
    case moved
    case up
    /// The system took the pointer away; what had begun doesn't count.
    case cancelled
  }

  public var phase: Phase
  /// In points, from the upper left corner of the tree's root.
  public var location: CGPoint
  /// Tells fingers apart; a mouse has one.
  public var pointer: Int
  /// 1 for the main button, or for a finger.
  public var button: Int
  public var modifiers: KeyModifiers
  /// Time by the clock of the tree's frames.
  public var time: Duration

  public init(
    _ phase: Phase,
    at location: CGPoint,
    pointer: Int = 0,
    button: Int = 1,
    modifiers: KeyModifiers = [],
    time: Duration = .zero
  ) {
    (self.phase, self.location, self.pointer, self.button) = (phase, location, pointer, button)
    (self.modifiers, self.time) = (modifiers, time)
  }
}

/// A turn of a wheel, or a movement of fingers on a touchpad.
public struct ScrollEvent: Hashable, Sendable {
  /// In points, from the upper left corner of the tree's root.
  public var location: CGPoint
  /// The distance in points by which contents move to the left and up.
  public var delta: CGSize
  public var modifiers: KeyModifiers

  public init(at location: CGPoint, by delta: CGSize, modifiers: KeyModifiers = []) {
    (self.location, self.delta, self.modifiers) = (location, delta, modifiers)
  }
}

/// A key that goes down or up.
public struct KeyEvent: Hashable, Sendable {
  public enum Phase: Hashable, Sendable {
    case down
    case up
  }

  /// Keys that don't type a character.
  public enum Key: Hashable, Sendable {
    case character(Character)
    case `return`
    case tab
    case space
    case escape
    case backspace
    case delete
    case left
    case right
    case up
    case down
    case home
    case end
    case pageUp
    case pageDown
    case other(UInt32)
  }

  public var phase: Phase
  public var key: Key
  public var modifiers: KeyModifiers

  public init(_ phase: Phase, _ key: Key, modifiers: KeyModifiers = []) {
    (self.phase, self.key, self.modifiers) = (phase, key, modifiers)
  }
}
