/// What texts are copied to and pasted from.
///
/// Isolation: the main actor.
@MainActor
public protocol Clipboard: AnyObject {
  /// Replaces what is in it.
  func write(_ text: String)
  /// Reads it: at once, or when another program has answered; `nil` if there is no text in it.
  func read(_ receive: @escaping @MainActor (String?) -> Void)
}

/// A clipboard of a program without a display.
@MainActor
public final class MemoryClipboard: Clipboard {
  /// What was copied last.
  public var text: String?

  /// Makes an empty clipboard.
  public init() {}

  /// Replaces what is in it.
  public func write(_ text: String) { self.text = text }

  /// Reads it at once.
  public func read(_ receive: @escaping @MainActor (String?) -> Void) { receive(text) }
}
