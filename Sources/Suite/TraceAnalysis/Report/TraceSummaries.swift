import EventTable
import TraceReading

/// How many items of one name were dispatched and never began.
package struct DiscardCount: Sendable, Codable, Equatable {
  /// The name; `nil` if their dispatch is not in the trace.
  package var name: String?
  /// `updater` or `side_effect`; `nil` as for the name.
  package var kind: String?
  /// How many, by reason: `cancelled`, `rejected`, `dropped`, `replaced`.
  package var reasons: [String: UInt64]

  var total: UInt64 { reasons.values.reduce(0, +) }
}

/// How often a point occurred, which takes no time: `signpost:event`.
package struct PointCount: Sendable, Codable, Equatable {
  package var name: String
  package var subsystem: String
  package var category: String
  package var count: UInt64
}

/// The values of one counter of one process.
package struct CounterSummary: Sendable, Codable, Equatable {
  /// The host of the process; empty if unknown.
  package var hostname: String
  /// The process; `nil` if unknown.
  package var processID: Int64?
  package var name: String
  package var subsystem: String
  package var category: String
  /// How many values it got.
  package var count: UInt64
  package var last: Int64
  package var minimum: Int64
  package var maximum: Int64
  /// The mean from the first value to the end of the trace, each value weighted by the time for which it held; `nil` if that is no time.
  package var mean: Double?
  /// For the depth of a queue: the store, by an id that is unique in its process.
  package var storeID: UInt64?
}

/// The values of one measurement: `signpost:measurement`.
///
/// Units: as in the name. Percentiles are exact to three digits or three decimals.
package struct MeasurementSummary: Sendable, Codable, Equatable {
  package var name: String
  package var subsystem: String
  package var category: String
  package var count: UInt64
  package var mean: Double
  package var minimum: Double
  /// The median; `nil` if some values are negative.
  package var p50: Double?
  /// The 90th percentile; `nil` as for the median.
  package var p90: Double?
  /// The 99th percentile; `nil` as for the median.
  package var p99: Double?
  package var maximum: Double
}

/// How often intervals of one name dispatched, or began, those of another.
package struct NestingCount: Sendable, Codable, Equatable {
  /// The parent's kind; `listeners` for items that a listener dispatched.
  package var parentKind: IntervalKind
  /// The name of the parent; `nil` if there are too many names to distinguish.
  package var parent: String?
  package var childKind: IntervalKind
  /// The name of the child; `nil` as for the parent.
  package var child: String?
  package var count: UInt64
}

package struct ProcessSummary: Sendable, Codable, Equatable {
  /// The host it ran on; empty if unknown.
  package var hostname: String
  /// Its process id; `nil` if the trace lacks the context `vpid`.
  package var processID: Int64?
  /// Its name; `nil` if the trace lacks the context `procname`.
  package var name: String?
  /// How many of its threads emitted events; `nil` if the trace lacks the context `vtid`.
  package var threadCount: Int?
  package var eventCount: UInt64
}

/// A thread that emitted events or was sampled.
package struct ThreadSummary: Sendable, Codable, Equatable {
  /// The host of its process; empty if unknown.
  package var hostname: String
  /// Its process; `nil` if unknown.
  package var processID: Int64?
  /// The name of its process; `nil` if unknown.
  package var process: String?
  /// Its thread id; `nil` if the trace lacks the context `vtid`.
  package var threadID: Int64?
  /// Its name; `nil` if the trace lacks the context `procname`.
  package var name: String?
  package var eventCount: UInt64
  /// The times of its first and last event, in nanoseconds since the Unix epoch; `nil` if there are none.
  package var firstEvent: Int64?
  package var lastEvent: Int64?
  /// How long it ran: by samples, else between the first and the last reading of its CPU clock; `nil` if there are neither.
  package var running: Int64?
  /// How long it was ready without a processor, and how long it was blocked, by samples.
  package var ready: Int64?
  package var blocked: Int64?

  package init(
    hostname: String,
    processID: Int64?,
    process: String?,
    threadID: Int64?,
    name: String?,
    eventCount: UInt64,
    firstEvent: Int64? = nil,
    lastEvent: Int64? = nil,
    running: Int64? = nil
  ) {
    self.hostname = hostname
    self.processID = processID
    self.process = process
    self.threadID = threadID
    self.name = name
    self.eventCount = eventCount
    self.firstEvent = firstEvent
    self.lastEvent = lastEvent
    self.running = running
  }
}

/// All intervals of a kind and name with the same path of parents.
package struct CallPath: Sendable, Codable, Equatable {
  /// The path of their parents, as an index into the report's paths; `nil` for none.
  package var parent: Int?
  package var kind: IntervalKind
  /// Their name; `nil` if unknown.
  package var name: String?
  /// How many have ended.
  package var count: UInt64
  /// The sum of their durations.
  package var total: Int64
  /// The part of it in which no child ran.
  package var selfTime: Int64
}

/// How often items of one name were tried again.
package struct RetrySummary: Sendable, Codable, Equatable {
  package var name: String
  /// How often they were handed over again.
  package var count: UInt64 = 0
  /// The most tries of one of them.
  package var maximumAttempt: UInt32 = 0
  /// The sum of the requested times between a rejection and the next try.
  package var delay: Int64 = 0
  /// The errors of the rejections, with their counts; only some of many.
  package var errors: [String: UInt64] = [:]
}

extension TraceTotal {
  /// The sums other than 0: those of the event table in its order, then the others.
  static func totals(_ sums: [TraceTotal]) -> [TraceTotal] {
    var totals: [TraceTotal] = []
    for sum in sums {
      if let index = totals.firstIndex(where: { $0.event == sum.event && $0.field == sum.field }) {
        totals[index].value &+= sum.value
      } else {
        totals.append(sum)
      }
    }
    let places = EventDefinition.all.enumerated().reduce(into: [:]) {
      $0[$1.element.name] = $1.offset
    }
    return totals.filter { $0.value != 0 }.enumerated().sorted {
      let left = places[$0.element.event] ?? Int.max
      let right = places[$1.element.event] ?? Int.max
      return left != right ? left < right : $0.offset < $1.offset
    }
    .map(\.element)
  }
}
