public import KatanaUI

/// An event of a button or a ``TouchHandler``; a key of handlers may combine several.
///
///     props.handlers = [[.touchUpOutside, .touchCancel]: { dispatch(Release()) }]
///
/// Source: docs/semantics/elements.md, E5.
public struct TouchHandlerEvent: OptionSet, Hashable, Sendable {
  /// One bit per event.
  public let rawValue: Int
  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A finger or the main mouse button goes down on the view.
  public static let touchDown = TouchHandlerEvent(rawValue: 1 << 0)
  /// It goes up on the view; also when a key or assistive technology activates a view.
  public static let touchUpInside = TouchHandlerEvent(rawValue: 1 << 1)
  /// It goes up elsewhere.
  public static let touchUpOutside = TouchHandlerEvent(rawValue: 1 << 2)
  /// The system took the touch away.
  public static let touchCancel = TouchHandlerEvent(rawValue: 1 << 3)
  /// The secondary mouse button is clicked on the view, or a finger rests on it.
  public static let secondaryClick = TouchHandlerEvent(rawValue: 1 << 6)
  /// The mouse comes over the view, with no button down.
  public static let hoverBegan = TouchHandlerEvent(rawValue: 1 << 4)
  /// The mouse leaves the view.
  public static let hoverEnded = TouchHandlerEvent(rawValue: 1 << 5)
}

/// A closure that handles an event.
public typealias TouchHandlerClosure = HandlerTable<TouchHandlerEvent>.Closure

extension HandlerTable<TouchHandlerEvent> {
  /// Calls the handlers whose keys contain an event, in the order in which they were set.
  ///
  /// The original calls them in the order of a dictionary, which differs from run to run.
  @MainActor public func fire(_ event: TouchHandlerEvent) {
    for (key, handler) in self where key.contains(event) { handler() }
  }

  /// Whether a key contains an event.
  public func handles(_ event: TouchHandlerEvent) -> Bool {
    contains { $0.event.contains(event) }
  }
}
