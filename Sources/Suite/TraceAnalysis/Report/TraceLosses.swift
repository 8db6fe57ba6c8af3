/// The gaps of a trace, which qualify its numbers.
package struct TraceLosses: Sendable, Codable, Equatable {
  /// Events that the tracer had no room for.
  package var discardedEvents: UInt64
  /// Packets, each of many events, that the tracer had no room for.
  package var discardedPackets: UInt64
  /// How often the tracer discarded an unknown number of events.
  package var uncountedDiscards: UInt64
  /// Events without a time, which are only counted.
  package var eventsWithoutClock: UInt64
  /// Intervals that began and never ended.
  package var unendedIntervals: UInt64
  /// Ends of intervals that never began, by kind; complete.
  package var endsWithoutBegin: [String: UInt64]
  /// Ends of intervals that had already ended; `nil` in files of earlier versions.
  package var endsTwice: UInt64?
  /// Dispatches whose update never began.
  package var unbegunDispatches: UInt64
  /// Items and intervals whose named parent is not in the trace; `nil` in files of earlier versions.
  package var missingParents: UInt64?
  /// Readings of a CPU clock that belong to no interval.
  package var unmatchedCPUSamples: UInt64
  /// Texts and metrics of which only the number is known; `nil` in files of earlier versions.
  package var missingTexts: UInt64?
  /// Contexts that some events lack: of `procname`, `vpid`, `vtid`.
  package var missingContexts: [String]
  /// Events that the report only counts.
  package var undecodedEvents: UInt64
  /// The providers of those events, sorted.
  package var undecodedProviders: [String]
}

extension TraceLosses {
  /// A section on what is missing and what would help; `nil` if nothing is.
  func section() -> ReportSection? {
    var lines: [String] = []
    func note(_ what: String, _ count: UInt64, _ consequence: String) {
      if count > 0 {
        lines.append("\(what): \(count)\(consequence.isEmpty ? "" : "; ")\(consequence)")
      }
    }
    note(
      "events discarded by the tracer",
      discardedEvents,
      "counts and totals are too low, and intervals lack ends: record with more or larger sub-buffers, "
        + "or with --lossless"
    )
    note(
      "packets of events discarded by the tracer",
      discardedPackets,
      "record with larger or more files, or without a size limit"
    )
    note("times that events were discarded without a count of them", uncountedDiscards, "")
    note("events without a time", eventsWithoutClock, "they are only counted")
    note(
      "intervals that never ended",
      unendedIntervals,
      "they are in no count or duration, and run to the end of the trace in the parallelism"
    )
    for (kind, count) in endsWithoutBegin.sorted(by: { $0.key < $1.key }) {
      note("ends without a begin, of kind \(kind)", count, "")
    }
    note(
      "ends of intervals that had ended already",
      endsTwice ?? 0,
      "the program ends an interval twice; its first end counts"
    )
    note(
      "dispatches that never began",
      unbegunDispatches,
      "they waited at the end of the trace, or their begin was not recorded"
    )
    note(
      "items and intervals whose parent is not in the trace",
      missingParents ?? 0,
      "it began before the recording, or its begin was not recorded"
    )
    note("readings of a CPU clock that belong to no interval", unmatchedCPUSamples, "")
    note(
      "texts and metrics of which only the number is known",
      missingTexts ?? 0,
      "what it stands for was lost: record with more or larger sub-buffers, or with --lossless"
    )
    if !missingContexts.isEmpty {
      lines.append(
        "contexts that some events lack: \(missingContexts.joined(separator: ", ")); processes and "
          + "threads can't be told apart: add them (lttng add-context -u -t vpid -t vtid -t procname)"
      )
    }
    let providers = undecodedProviders.map { $0.isEmpty ? "(none)" : $0 }.joined(separator: ", ")
    note(
      "events whose fields are not known here",
      undecodedEvents,
      "they are only counted (providers: \(providers))"
    )
    return lines.isEmpty ? nil : ReportSection(title: "Missing", paragraphs: lines, table: nil)
  }
}
