/// What a trace lacks, so that nobody takes its numbers for more than they are.
public struct TraceLosses: Sendable, Codable, Equatable {
  /// Events the tracer had no room for.
  public var discardedEvents: UInt64
  /// Packets, each of many events, the tracer had no room for.
  public var discardedPackets: UInt64
  /// How often the tracer discarded an unknown number of events.
  public var uncountedDiscards: UInt64
  /// Events without a time, which are counted only.
  public var eventsWithoutClock: UInt64
  /// Intervals that began and never ended.
  public var unendedIntervals: UInt64
  /// Ends of intervals that never began, by kind; none are left out.
  public var endsWithoutBegin: [String: UInt64]
  /// Ends of intervals that had ended already; `nil` in files of before.
  public var endsTwice: UInt64?
  /// Dispatches whose update never began.
  public var unbegunDispatches: UInt64
  /// Items and intervals that name a parent which is not in the trace; `nil` in files of before.
  public var missingParents: UInt64?
  /// Readings of a CPU clock that belong to no interval.
  public var unmatchedCPUSamples: UInt64
  /// Contexts that some events lack: of `procname`, `vpid`, `vtid`.
  public var missingContexts: [String]
  /// Events that the report has no more of than their count.
  public var undecodedEvents: UInt64
  /// The providers of those events, sorted.
  public var undecodedProviders: [String]
}
