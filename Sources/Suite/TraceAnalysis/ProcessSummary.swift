/// One process of a trace.
public struct ProcessSummary: Sendable, Codable, Equatable {
  /// The host it ran on; empty if unknown.
  public var hostname: String
  /// Its process id; `nil` if the trace lacks the context `vpid`.
  public var processID: Int64?
  /// Its name; `nil` if the trace lacks the context `procname`.
  public var name: String?
  /// How many of its threads emitted events; `nil` if the trace lacks the context `vtid`.
  public var threadCount: Int?
  /// How many events it emitted.
  public var eventCount: UInt64
}
