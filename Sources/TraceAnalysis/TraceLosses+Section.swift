extension TraceLosses {
  /// Says what is missing and what would help; `nil` if nothing is.
  func section() -> ReportSection? {
    var lines: [String] = []
    if discardedEvents > 0 {
      lines.append(
        "\(discardedEvents) events were discarded by the tracer: counts and totals are too low, and "
          + "intervals lack ends; record with more or larger sub-buffers.")
    }
    if discardedPackets > 0 {
      lines.append(
        "\(discardedPackets) packets of events were discarded by the tracer; record with larger or "
          + "more files, or without a size limit.")
    }
    if uncountedDiscards > 0 {
      lines.append("\(uncountedDiscards) times events were discarded without a count of them.")
    }
    if eventsWithoutClock > 0 {
      lines.append("\(eventsWithoutClock) events have no time and are only counted.")
    }
    if unendedIntervals > 0 {
      lines.append(
        "\(unendedIntervals) intervals never ended: they are in no count or duration, and count as "
          + "running to the end of the trace in the parallelism.")
    }
    for kind in IntervalKind.allCases {
      guard let count = endsWithoutBegin[kind.rawValue] else { continue }
      lines.append("\(count) ends of kind \(kind.rawValue) have no begin in the trace.")
    }
    if unbegunDispatches > 0 {
      lines.append("\(unbegunDispatches) dispatches were put into the queue and never began.")
    }
    if unmatchedCPUSamples > 0 {
      lines.append("\(unmatchedCPUSamples) readings of a CPU clock belong to no interval.")
    }
    if !missingContexts.isEmpty {
      lines.append(
        "Some events lack the contexts \(missingContexts.joined(separator: ", ")): processes and "
          + "threads can't be told apart; add them (lttng add-context -u -t vpid -t vtid -t procname)."
      )
    }
    if undecodedEvents > 0 {
      let providers = undecodedProviders.map { $0.isEmpty ? "(none)" : $0 }
      lines.append(
        "\(undecodedEvents) events are counted only: their fields are not known here (providers: "
          + "\(providers.joined(separator: ", "))).")
    }
    return lines.isEmpty ? nil : ReportSection(title: "Missing", paragraphs: lines, table: nil)
  }
}
