import EventTable
import TraceReading

/// How many items of one name were dispatched and never began.
package struct DiscardCount: Sendable, Codable, Equatable {
  /// The name; `nil` where their dispatch is not in the trace.
  package var name: String?
  /// `updater` or `side_effect`; `nil` as for the name.
  package var kind: String?
  /// How many, by why: `cancelled`, `rejected`, `dropped`, `replaced`.
  package var reasons: [String: UInt64]

  /// How many in all.
  var total: UInt64 { reasons.values.reduce(0, +) }
}

/// How often something happened that takes no time: `signpost:event`.
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
  /// How many values it was given.
  package var count: UInt64
  package var last: Int64
  package var minimum: Int64
  package var maximum: Int64
  /// The mean from the first value to the end of the trace, each value weighted by the time for which it
  /// held; `nil` if that is no time.
  package var mean: Double?
  /// Of a queue depth: the store, by an id that is unique in its process.
  package var storeID: UInt64?
}

/// The values of one measurement: `signpost:measurement`.
///
/// Units: whatever the name says. Percentiles are exact to three digits or three decimals.
package struct MeasurementSummary: Sendable, Codable, Equatable {
  package var name: String
  package var subsystem: String
  package var category: String
  package var count: UInt64
  package var mean: Double
  package var minimum: Double
  /// The median; `nil` where some are negative.
  package var p50: Double?
  /// The 90th percentile; `nil` as for the median.
  package var p90: Double?
  /// The 99th percentile; `nil` as for the median.
  package var p99: Double?
  package var maximum: Double
}

/// How often intervals of one name have dispatched, or begun, those of another.
package struct NestingCount: Sendable, Codable, Equatable {
  /// The parent's kind: for what a listener has dispatched, `listeners`.
  package var parentKind: IntervalKind
  /// The name of the parent; `nil` where there are too many names to tell apart.
  package var parent: String?
  package var childKind: IntervalKind
  /// The name of the child; `nil` as for the parent.
  package var child: String?
  package var count: UInt64
}

/// One process of a trace.
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

/// All intervals of a kind and name that came about in the same way.
package struct CallPath: Sendable, Codable, Equatable {
  /// The path of their parents, as an index into the report's paths; `nil` for nothing.
  package var parent: Int?
  package var kind: IntervalKind
  /// Their name; `nil` where it isn't known.
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
  /// How often one of them was, at the most.
  package var maximumAttempt: UInt32 = 0
  /// The sum of the times between a rejection and the next try, as they were asked for.
  package var delay: Int64 = 0
  /// The errors that they were rejected with, the most frequent first; of many, some.
  package var errors: [String: UInt64] = [:]
}

extension TraceTotal {
  /// The sums that aren't 0: those of the event table in its order, then the others.
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
