/// A thread that emitted events.
public struct TraceThread: Sendable, Equatable {
  /// Its process, as an index into ``TraceCatalog/processes``.
  public let processIndex: Int

  /// Its thread id in its own namespace; `nil` if the trace doesn't say.
  public let threadID: Int64?

  /// Its name when it was first seen; `nil` if the trace doesn't say.
  public let name: String?

  /// How many events it emitted.
  public internal(set) var eventCount: UInt64
}
