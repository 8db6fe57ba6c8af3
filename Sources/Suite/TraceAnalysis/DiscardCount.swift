/// How many items of one name were dispatched and never began.
public struct DiscardCount: Sendable, Codable, Equatable {
  /// The name; `nil` where their dispatch is not in the trace.
  public var name: String?
  /// `updater` or `side_effect`; `nil` as for the name.
  public var kind: String?
  /// How many, by why: `cancelled`, `rejected`, `dropped`, `replaced`.
  public var reasons: [String: UInt64]
}
