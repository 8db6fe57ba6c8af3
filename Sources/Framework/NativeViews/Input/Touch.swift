public import Foundation

/// A press of the main mouse button or a finger, as seen by the view on which it began.
public struct Touch: Hashable, Sendable {
  /// In the view's coordinates.
  public let location: CGPoint
  /// Where it began, in the view's coordinates at that time.
  public let startLocation: CGPoint
  /// Whether it is inside the touchable area: the bounds less ``NativeView/hitTestInsets``.
  public let isInside: Bool
  /// Distinguishes fingers.
  public let pointer: Int
  /// Whether it is a mouse or a finger.
  public let device: PointerEvent.Device
  /// Modifier keys held during the touch.
  public let modifiers: KeyModifiers
  /// Time by the clock of the tree's frames.
  public let time: Duration
}
