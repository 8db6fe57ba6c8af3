/// Why something of the legacy layer could not be done.
public enum LegacyError: Error, Equatable, Sendable {
  /// A middleware has called `next` after it had returned.
  case lateNext(item: String)
}

extension LegacyError: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .lateNext(let item):
      "\(item): a middleware called `next` for it after it had returned; "
        + "call it before, or dispatch the item anew"
    }
  }
}
