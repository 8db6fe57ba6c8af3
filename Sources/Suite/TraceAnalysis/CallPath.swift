/// All intervals of a kind and name that came about in the same way.
public struct CallPath: Sendable, Codable, Equatable {
  /// What has begun or dispatched them, as an index into the report's paths; `nil` for nothing.
  public var parent: Int?
  /// What they are the time of.
  public var kind: IntervalKind
  /// Their name; `nil` where it isn't known.
  public var name: String?
  /// How many have ended.
  public var count: UInt64
  /// The sum of their durations.
  public var total: Int64
  /// The part of it in which no child ran.
  public var selfTime: Int64
}
