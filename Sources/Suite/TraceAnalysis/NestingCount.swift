/// How often intervals of one name have dispatched, or begun, those of another.
public struct NestingCount: Sendable, Codable, Equatable {
  /// What the parent is: for what a listener has dispatched, `listeners`.
  public var parentKind: IntervalKind
  /// The name of the parent; `nil` where there are too many names to tell apart.
  public var parent: String?
  /// What the child is.
  public var childKind: IntervalKind
  /// The name of the child; `nil` as for the parent.
  public var child: String?
  /// How often.
  public var count: UInt64
}
