/// Why something of the legacy layer could not be done.
public enum LegacyError: Error, Equatable, Sendable {
  /// A middleware that is part of another interceptor has called `next` after it had returned, or on
  /// another thread.
  case lateNext(item: String)
}

extension LegacyError: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .lateNext(let item):
      "\(item): a middleware inside of another interceptor called `next` for it after it had returned; "
        + "give the middleware to the store itself, or call `next` before it returns"
    }
  }
}
