extension TraceLosses {
  /// Says what is missing and what would help; `nil` if nothing is.
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
    for kind in IntervalKind.allCases {
      note(
        "ends without a begin, of kind \(kind.rawValue)",
        endsWithoutBegin[kind.rawValue] ?? 0,
        ""
      )
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
