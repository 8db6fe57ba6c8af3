/// What became of a trace, once it has been read.
public struct TraceReadSummary: Sendable, Equatable {
  /// What could not be read; if there is anything, what was delivered is a part of the trace.
  public internal(set) var faults: [TraceReadingError] = []

  /// How many events were read, of whatever name.
  public internal(set) var eventCount: UInt64 = 0

  /// How many events were counted but not delivered, because they have no time.
  public internal(set) var eventsWithoutClock: UInt64 = 0

  /// How many events the tracer had no room for, as far as it says.
  public internal(set) var discardedEvents: UInt64 = 0

  /// How many times the tracer says that it discarded events but not how many.
  public internal(set) var uncountedDiscards: UInt64 = 0

  /// How many packets, each of many events, the tracer had no room for.
  public internal(set) var discardedPackets: UInt64 = 0

  /// Which of the contexts `vpid`, `vtid` and `procname` some events lack, sorted.
  public internal(set) var missingContexts: [String] = []

  /// Whether everything in the trace was read.
  public var isComplete: Bool { faults.isEmpty }
}
