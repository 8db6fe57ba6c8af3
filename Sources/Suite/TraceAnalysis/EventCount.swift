/// How many events of one name a trace has.
public struct EventCount: Sendable, Codable, Equatable {
  /// The provider's name; empty if the event has none.
  public var provider: String
  /// The event's name.
  public var name: String
  /// How many.
  public var count: UInt64
  /// Whether the report has more to say of it than the count.
  public var isDecoded: Bool
}
