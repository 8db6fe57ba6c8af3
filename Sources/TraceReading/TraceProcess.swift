/// A process that emitted events.
public struct TraceProcess: Sendable, Equatable {
  /// The host it ran on; empty if the trace doesn't say.
  public let hostname: String

  /// Its process id in its own namespace; `nil` if the trace doesn't say.
  public let processID: Int64?

  /// The name of its first thread, or else of the first of its threads seen.
  public internal(set) var name: String?
}
