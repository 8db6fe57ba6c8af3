internal import CNativeViewsGTK
import Foundation
import NativeViews

extension InputEvent {
  /// Points by which a wheel step moves contents.
  private static let wheelStep = 48.0

  /// Makes an event from GTK's; `nil` for one that no view gets.
  init?(_ event: gtkviews_event, time: Duration) {
    let location = CGPoint(x: event.x, y: event.y)
    let modifiers = KeyModifiers(rawValue: UInt8(truncatingIfNeeded: event.modifiers))
    let pointer = { (phase: PointerEvent.Phase) in
      InputEvent.pointer(
        PointerEvent(
          phase,
          at: location,
          pointer: Int(event.pointer),
          button: Int(event.button),
          device: event.is_finger ? .touchScreen : .mouse,
          modifiers: modifiers,
          time: time
        )
      )
    }
    switch event.kind {
    case GTKVIEWS_POINTER_DOWN: self = pointer(.down)
    case GTKVIEWS_POINTER_MOVED: self = pointer(.moved)
    case GTKVIEWS_POINTER_UP: self = pointer(.up)
    case GTKVIEWS_POINTER_CANCELLED: self = pointer(.cancelled)
    case GTKVIEWS_SCROLLED, GTKVIEWS_SCROLL_ENDED:
      let scale = event.is_in_steps ? Self.wheelStep : 1
      self = .scroll(
        ScrollEvent(
          event.kind == GTKVIEWS_SCROLLED ? .moved : .ended,
          at: location,
          by: CGSize(width: event.dx * scale, height: event.dy * scale),
          modifiers: modifiers,
          time: time
        )
      )
    case GTKVIEWS_KEY_DOWN, GTKVIEWS_KEY_UP:
      guard let key = KeyEvent.Key(symbol: event.key, character: event.character) else {
        return nil
      }
      self = .key(
        KeyEvent(event.kind == GTKVIEWS_KEY_DOWN ? .down : .up, key, modifiers: modifiers)
      )
    default: return nil
    }
  }
}

extension KeyEvent.Key {
  /// Names of X11's key symbols; those of the number pad type the same.
  private static let named: [UInt32: KeyEvent.Key] = [
    0xff0d: .return, 0xff8d: .return, 0xff09: .tab, 0xfe20: .tab, 0x20: .space, 0xff80: .space,
    0xff1b: .escape, 0xff08: .backspace, 0xffff: .delete, 0xff9f: .delete,
    0xff51: .left, 0xff96: .left, 0xff53: .right, 0xff98: .right,
    0xff52: .up, 0xff97: .up, 0xff54: .down, 0xff99: .down,
    0xff67: .menu, 0xff50: .home, 0xff95: .home, 0xff57: .end, 0xff9c: .end,
    0xff55: .pageUp, 0xff9a: .pageUp, 0xff56: .pageDown, 0xff9b: .pageDown,
  ]

  init?(symbol: UInt32, character: UInt32) {
    if let key = Self.named[symbol] {
      self = key
    } else if case 0xffbe...0xffd5 = symbol {
      self = .function(Int(symbol - 0xffbd))
    } else if character >= 0x20, let scalar = Unicode.Scalar(character) {
      self = .character(Character(scalar))
    } else {
      self = .other(symbol)
    }
  }
}
