public import Foundation

/// The main mouse button or a finger, as the view sees it on which it went down.
public struct Touch: Hashable, Sendable {
  /// In the view's coordinates.
  public let location: CGPoint
  /// Where it went down, in the view's coordinates of then.
  public let startLocation: CGPoint
  /// Whether it is where the view is touched: within the bounds less ``NativeView/hitTestInsets``.
  public let isInside: Bool
  /// Tells fingers apart.
  public let pointer: Int
  /// Whether it is a mouse or a finger.
  public let device: PointerEvent.Device
  /// Keys that are held meanwhile.
  public let modifiers: KeyModifiers
  /// Time by the clock of the tree's frames.
  public let time: Duration
}
