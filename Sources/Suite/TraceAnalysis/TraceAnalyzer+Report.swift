public import TraceReading

extension TraceAnalyzer {
  /// The percentiles of the curve of latencies.
  private static let curve: [Double] = [
    0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 97.5, 99, 99.5, 99.9, 99.95, 99.99,
    99.999, 100,
  ]

  /// Makes the report of what has been consumed.
  ///
  /// - Complexity: Proportional to the number of names, threads and open intervals, with a sort.
  /// - Parameters:
  ///   - path: Where the trace is.
  ///   - summary: What the reader said at the end of the trace.
  /// - Returns: The report.
  public func report(path: String, summary: TraceReadSummary) -> TraceReport {
    let retries = retrySummaries()
    let silences = silenceList()
    var unended: [Int: UInt64] = restarted
    for interval in open.values { unended[Int(interval.group), default: 0] += 1 }
    return TraceReport(
      path: path,
      isPartial: !summary.isComplete,
      faults: summary.faults.map(\.description),
      firstTimestamp: firstTimestamp,
      duration: firstTimestamp.map { lastTimestamp &- $0 } ?? 0,
      eventCount: summary.eventCount,
      events: eventCounts(),
      processes: processSummaries(),
      intervals: groups.indices.map { statistics(of: $0, unended: unended[$0] ?? 0) }
        // Of a name that all its intervals have changed nothing is left.
        .filter { $0.count > 0 || $0.unendedCount > 0 }
        .sorted { ($0.total, $0.count, $1.sortName) > ($1.total, $1.count, $0.sortName) },
      points: pointCounts(),
      counters: counterSummaries(),
      passes: passes == PassTotals() ? nil : passes,
      measurements: measurementSummaries(),
      slowest: slowIntervals(),
      parallelism: parallelismCurves(),
      counterCurves: counterCurves(),
      calls: callPaths(),
      nestings: nestingCounts(),
      discards: discardCounts(),
      retries: retries.isEmpty ? nil : retries,
      silences: silences.isEmpty ? nil : silences,
      losses: losses(summary: summary, unended: unended.values.reduce(0, +))
    )
  }

  private func eventCounts() -> [EventCount] {
    catalog.eventClasses.filter { $0.count > 0 }
      .map {
        EventCount(
          provider: $0.provider,
          name: $0.name,
          count: $0.count,
          isDecoded: $0.isDecoded
        )
      }
      .sorted { ($0.count, $1.provider, $1.name) > ($1.count, $0.provider, $0.name) }
  }

  private func processSummaries() -> [ProcessSummary] {
    var summaries = catalog.processes.map {
      ProcessSummary(
        hostname: $0.hostname,
        processID: $0.processID,
        name: $0.name,
        threadCount: nil,
        eventCount: 0
      )
    }
    for thread in catalog.threads {
      summaries[thread.processIndex].eventCount += thread.eventCount
      if thread.threadID != nil {
        summaries[thread.processIndex].threadCount =
          (summaries[thread.processIndex].threadCount ?? 0) + 1
      }
    }
    return summaries.sorted {
      ($0.eventCount, $1.hostname, $1.processID ?? 0)
        > ($1.eventCount, $0.hostname, $0.processID ?? 0)
    }
  }

  private func statistics(of index: Int, unended: UInt64) -> IntervalStatistics {
    let group = groups[index]
    let durations = group.durations
    let isEmpty = durations.count == 0
    return IntervalStatistics(
      kind: group.key.kind,
      name: group.key.name.map(catalog.string),
      subsystem: group.key.subsystem.map(catalog.string),
      category: group.key.category.map(catalog.string),
      count: durations.count,
      total: durations.total,
      minimum: isEmpty ? nil : Int64(clamping: durations.minimum),
      p50: durations.value(atPercentile: 50),
      p90: durations.value(atPercentile: 90),
      p99: durations.value(atPercentile: 99),
      p999: durations.value(atPercentile: 99.9),
      maximum: isEmpty ? nil : Int64(clamping: durations.maximum),
      percentiles: Self.curve.compactMap { percentile in
        let value: Int64? =
          switch percentile {
          case 0: isEmpty ? nil : Int64(clamping: durations.minimum)
          case 100: isEmpty ? nil : Int64(clamping: durations.maximum)
          default: durations.value(atPercentile: percentile)
          }
        return value.map { .init(percentile: percentile, duration: $0) }
      },
      histogram: durations.buckets().map { .init(upperBound: $0.upperBound, count: $0.count) },
      selfTime: isEmpty ? nil : group.selfTime,
      cpuTime: group.cpuTimeCount > 0 ? group.cpuTimeTotal : nil,
      cpuTimeCount: group.cpuTimeCount,
      meanParallelism: group.concurrency.mean(until: lastTimestamp),
      maximumParallelism: group.concurrency.maximum,
      unendedCount: unended,
      queueWait: queueWait(of: group),
      outcomes: outcomes(of: group)
    )
  }

  private func outcomes(of group: IntervalGroup) -> [String: UInt64]? {
    guard !group.outcomes.isEmpty else { return nil }
    return Dictionary(uniqueKeysWithValues: group.outcomes.map { (catalog.string($0), $1) })
  }

  private func queueWait(of group: IntervalGroup) -> IntervalStatistics.QueueWait? {
    guard let waits = group.waits, let p50 = waits.value(atPercentile: 50),
      let p99 = waits.value(atPercentile: 99)
    else { return nil }
    return IntervalStatistics.QueueWait(
      count: waits.count,
      p50: p50,
      p99: p99,
      maximum: Int64(clamping: waits.maximum),
      maximumDepth: group.maximumQueueDepth,
      nestedCount: group.nestedDispatches,
      kinds: group.dispatchKinds.map(catalog.string).sorted()
    )
  }

  private func pointCounts() -> [PointCount] {
    points.map { key, count in
      PointCount(
        name: key.name.map(catalog.string) ?? "",
        subsystem: key.subsystem.map(catalog.string) ?? "",
        category: key.category.map(catalog.string) ?? "",
        count: count
      )
    }
    .sorted {
      ($0.count, $1.name, $1.subsystem, $1.category) > (
        $1.count, $0.name, $0.subsystem, $0.category
      )
    }
  }

  private func counterSummaries() -> [CounterSummary] {
    counters.map { key, values in
      let (process, names, storeID) = identity(of: key)
      return CounterSummary(
        hostname: catalog.processes[process].hostname,
        processID: catalog.processes[process].processID,
        name: names.name,
        subsystem: names.subsystem,
        category: names.category,
        count: values.count,
        last: values.last,
        minimum: values.minimum,
        maximum: values.maximum,
        mean: values.mean(until: lastTimestamp),
        storeID: storeID
      )
    }
    .sorted {
      ($0.sortName, $0.processID ?? 0, $0.storeID ?? 0)
        < ($1.sortName, $1.processID ?? 0, $1.storeID ?? 0)
    }
  }

  private func losses(summary: TraceReadSummary, unended: UInt64) -> TraceLosses {
    let undecoded = catalog.eventClasses.filter { !$0.isDecoded && $0.count > 0 }
    return TraceLosses(
      discardedEvents: summary.discardedEvents,
      discardedPackets: summary.discardedPackets,
      uncountedDiscards: summary.uncountedDiscards,
      eventsWithoutClock: summary.eventsWithoutClock,
      unendedIntervals: unended,
      endsWithoutBegin: Dictionary(
        uniqueKeysWithValues: endsWithoutBegin.map { ($0.rawValue, $1) }
      ),
      endsTwice: endsTwice,
      unbegunDispatches: dispatches.unbegunCount,
      missingParents: missingParents,
      unmatchedCPUSamples: unknownCPUSamples,
      missingContexts: summary.missingContexts,
      undecodedEvents: undecoded.reduce(0) { $0 + $1.count },
      undecodedProviders: Set(undecoded.map(\.provider)).sorted()
    )
  }
}

extension CounterSummary {
  fileprivate var sortName: String { "\(name) \(subsystem) \(category) \(hostname)" }
}

extension IntervalStatistics {
  fileprivate var sortName: String {
    "\(kind.rawValue) \(name ?? "") \(subsystem ?? "") \(category ?? "")"
  }
}
