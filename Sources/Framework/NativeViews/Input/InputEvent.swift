public import Foundation

/// A user's input, which a backend hands to ``ViewTree/handle(_:)``.
public enum InputEvent: Hashable, Sendable {
  case pointer(PointerEvent)
  case scroll(ScrollEvent)
  case key(KeyEvent)
  case drop(DropEvent)
  case text(TextInputEvent)
}

/// Modifier keys held during an event.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// One bit per key.
  public let rawValue: UInt8
  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The shift key.
  public static let shift = KeyModifiers(rawValue: 1 << 0)
  /// The control key.
  public static let control = KeyModifiers(rawValue: 1 << 1)
  /// The alt key, or option.
  public static let alt = KeyModifiers(rawValue: 1 << 2)
  /// The super key, or command.
  public static let command = KeyModifiers(rawValue: 1 << 3)
}

/// A press, movement or release of a mouse button or a finger.
public struct PointerEvent: Hashable, Sendable {
  /// The phases of a pointer's press.
  public enum Phase: Hashable, Sendable {
    case down
    /// With a button down: a drag. Without one: a hovering mouse.
    case moved
    case up
    /// The system took the pointer away; what had begun doesn't count.
    case cancelled
  }

  /// What a user points with.
  public enum Device: Hashable, Sendable {
    /// A mouse, a touchpad or a pen.
    case mouse
    /// A finger on the screen: dragging scrolls, and it never hovers.
    case touchScreen
  }

  /// Whether the pointer goes down, moves, goes up or is cancelled.
  public var phase: Phase
  /// In points, from the upper left corner of the tree's root.
  public var location: CGPoint
  /// Distinguishes fingers; a mouse has one.
  public var pointer: Int
  /// 1 for the main button or a finger.
  public var button: Int
  /// By default, a mouse.
  public var device: Device
  /// Modifier keys held during the event.
  public var modifiers: KeyModifiers
  /// Time by the clock of the tree's frames.
  public var time: Duration

  /// Makes an event, by default of the main button.
  public init(
    _ phase: Phase,
    at location: CGPoint,
    pointer: Int = 0,
    button: Int = 1,
    device: Device = .mouse,
    modifiers: KeyModifiers = [],
    time: Duration = .zero
  ) {
    (self.phase, self.location, self.pointer, self.button) = (phase, location, pointer, button)
    (self.device, self.modifiers, self.time) = (device, modifiers, time)
  }
}

/// A turn of a wheel, or a movement of fingers on a touchpad.
public struct ScrollEvent: Hashable, Sendable {
  /// Whether fingers on a touchpad still move.
  public enum Phase: Hashable, Sendable {
    /// A wheel turns, or fingers move.
    case moved
    /// Fingers have left the touchpad: contents glide on.
    case ended
  }

  /// Whether the movement goes on.
  public var phase: Phase
  /// In points, from the upper left corner of the tree's root.
  public var location: CGPoint
  /// The distance in points by which contents move to the left and up.
  public var delta: CGSize
  /// Modifier keys held during the event.
  public var modifiers: KeyModifiers
  /// Time by the clock of the tree's frames.
  public var time: Duration

  /// Makes a scroll event at a place.
  public init(
    _ phase: Phase = .moved,
    at location: CGPoint,
    by delta: CGSize,
    modifiers: KeyModifiers = [],
    time: Duration = .zero
  ) {
    (self.phase, self.location, self.delta) = (phase, location, delta)
    (self.modifiers, self.time) = (modifiers, time)
  }
}

/// A press or release of a key.
public struct KeyEvent: Hashable, Sendable {
  /// Whether a key goes down or up.
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
    /// The key that opens context menus.
    case menu
    /// F1 and so on, by their numbers.
    case function(Int)
    case other(UInt32)
  }

  /// Whether the key goes down or up.
  public var phase: Phase
  /// The key.
  public var key: Key
  /// Modifier keys held during the event.
  public var modifiers: KeyModifiers

  /// Makes a key event.
  public init(_ phase: Phase, _ key: Key, modifiers: KeyModifiers = []) {
    (self.phase, self.key, self.modifiers) = (phase, key, modifiers)
  }
}
