/// A process that emitted events.
public struct TraceProcess: Sendable, Equatable {
  /// The host it ran on; empty if the trace doesn't say.
  public let hostname: String

  /// Its process id in its own namespace; `nil` if the trace doesn't say.
  public let processID: Int64?

  /// Its own name, as it says itself or its main thread has it; never that of another thread.
  public internal(set) var name: String?
}
