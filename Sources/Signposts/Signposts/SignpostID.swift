public import CSignposts

/// Tells one interval or event from every other of this process.
///
/// Ids come from one process-wide 64-bit counter, so that a trace of several processes pairs the
/// ends of an interval by process and id, on whichever threads they happened.
@frozen
public struct SignpostID: Hashable, Sendable {
  /// The number as the trace shows it; 0 means "none".
  public let rawValue: UInt64

  /// Makes an id of a number that came from elsewhere, such as a request header.
  @inlinable
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// An id that no other interval of this process has.
  @inlinable
  public static func makeUnique() -> SignpostID {
    SignpostID(csignposts_make_id())
  }

  /// No interval: the parent of a root, and the id of an interval that was not recorded.
  @inlinable
  public static var none: SignpostID { SignpostID(0) }
}
