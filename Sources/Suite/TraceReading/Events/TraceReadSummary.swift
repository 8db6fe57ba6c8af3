/// What became of a trace, once it has been read.
package struct TraceReadSummary: Sendable, Equatable {
  /// What could not be read; if there is anything, what was delivered is a part of the trace.
  package internal(set) var faults: [TraceReadingError] = []

  /// How many events were read, of whatever name.
  package internal(set) var eventCount: UInt64 = 0

  /// How many events were counted but not delivered, because they have no time.
  package internal(set) var eventsWithoutClock: UInt64 = 0

  /// How many events the tracer had no room for, as far as it says.
  package internal(set) var discardedEvents: UInt64 = 0

  /// How many times the tracer says that it discarded events but not how many.
  package internal(set) var uncountedDiscards: UInt64 = 0

  /// How many packets, each of many events, the tracer had no room for.
  package internal(set) var discardedPackets: UInt64 = 0

  /// The sums of the integer fields of begins and ends that are added up.
  package internal(set) var totals: [TraceTotal] = []

  /// Which of the contexts `vpid`, `vtid` and `procname` some events lack, sorted.
  package internal(set) var missingContexts: [String] = []

  /// Whether everything in the trace was read.
  package var isComplete: Bool { faults.isEmpty }
}

/// The sum of one field over all events of a name.
package struct TraceTotal: Sendable, Codable, Equatable {
  /// The event, with its provider.
  package let event: String
  /// The field.
  package let field: String
  /// What the event table calls the sum; `nil` for an event of another program.
  package let label: String?
  /// The sum.
  package var value: Int64 = 0
}
