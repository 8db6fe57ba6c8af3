public import Foundation

/// Something that a user did, as a backend hands it to ``ViewTree/handle(_:)``.
public enum InputEvent: Hashable, Sendable {
  case pointer(PointerEvent)
  case scroll(ScrollEvent)
  case key(KeyEvent)
}

/// Keys that are held while something happens.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  /// One bit a key.
  public let rawValue: UInt8
  /// Makes a set of its bits.
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

/// A mouse button or a finger that goes down, moves or goes up.
public struct PointerEvent: Hashable, Sendable {
  /// Parts of a pointer's way from down to up.
  public enum Phase: Hashable, Sendable {
    case down
    /// With a button down: a drag. Without one: a mouse that hovers.
    case moved
    case up
    /// The system took the pointer away; what had begun doesn't count.
    case cancelled
  }

  /// What a user points with.
  public enum Device: Hashable, Sendable {
    /// A mouse, a touchpad or a pen.
    case mouse
    /// A finger on what it points at: one that is dragged scrolls, and none hovers.
    case touchScreen
  }

  /// Whether the pointer goes down, moves, goes up or is taken away.
  public var phase: Phase
  /// In points, from the upper left corner of the tree's root.
  public var location: CGPoint
  /// Tells fingers apart; a mouse has one.
  public var pointer: Int
  /// 1 for the main button, or for a finger.
  public var button: Int
  /// A mouse unless told otherwise.
  public var device: Device
  /// Keys that are held meanwhile.
  public var modifiers: KeyModifiers
  /// Time by the clock of the tree's frames.
  public var time: Duration

  /// Makes an event, of the main button unless told otherwise.
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
  /// In points, from the upper left corner of the tree's root.
  public var location: CGPoint
  /// The distance in points by which contents move to the left and up.
  public var delta: CGSize
  /// Keys that are held meanwhile.
  public var modifiers: KeyModifiers

  /// Makes a turn of a wheel at a place.
  public init(at location: CGPoint, by delta: CGSize, modifiers: KeyModifiers = []) {
    (self.location, self.delta, self.modifiers) = (location, delta, modifiers)
  }
}

/// A key that goes down or up.
public struct KeyEvent: Hashable, Sendable {
  /// Directions of a key.
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

  /// Whether the key goes down or up.
  public var phase: Phase
  /// The key.
  public var key: Key
  /// Keys that are held meanwhile.
  public var modifiers: KeyModifiers

  /// Makes an event of a key.
  public init(_ phase: Phase, _ key: Key, modifiers: KeyModifiers = []) {
    (self.phase, self.key, self.modifiers) = (phase, key, modifiers)
  }
}
