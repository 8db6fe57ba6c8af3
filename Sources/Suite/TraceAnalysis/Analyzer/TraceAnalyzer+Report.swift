package import TraceReading

extension TraceAnalyzer {
  /// The percentiles of the curve of latencies.
  private static let curve: [Double] = [
    0, 10, 20, 30, 40, 50, 60, 70, 75, 80, 85, 90, 92.5, 95, 97.5, 99, 99.5, 99.9, 99.95, 99.99,
    99.999, 100,
  ]

  private static let slowestNames = 32

  /// Creates the report of all consumed events.
  ///
  /// - Complexity: Proportional to the number of names, threads and open intervals, with a sort.
  /// - Parameters:
  ///   - path: Where the trace is.
  ///   - summary: The reader's summary at the end of the trace.
  /// - Returns: The report.
  package func report(path: String, summary: TraceReadSummary) -> TraceReport {
    let retries = dispatches.retrySummaries()
    let silences = silenceList()
    var unended: [Int: UInt64] = faults.restarted
    for interval in open.values { unended[Int(interval.group), default: 0] += 1 }
    var report = TraceReport(
      path: path,
      isPartial: !summary.isComplete,
      faults: summary.faults.map(\.description),
      firstTimestamp: firstTimestamp,
      duration: firstTimestamp.map { lastTimestamp &- $0 } ?? 0,
      eventCount: summary.eventCount,
      events: catalog.eventClasses.filter { $0.count > 0 }
        .sorted { ($0.count, $1.provider, $1.name) > ($1.count, $0.provider, $0.name) },
      processes: processSummaries(),
      threads: threadSummaries(),
      intervals: groups.all.enumerated().map { statistics(of: $1, unended: unended[$0] ?? 0) }
        // A name that all its intervals have changed has no intervals left.
        .filter { $0.count > 0 || $0.unendedCount > 0 }
        .sorted { ($0.total, $0.count, $1.sortName) > ($1.total, $1.count, $0.sortName) },
      points: values.pointCounts(catalog),
      counters: counters.summaries(catalog, until: lastTimestamp),
      totals: TraceTotal.totals(summary.totals),
      measurements: values.measurementSummaries(catalog),
      slowest: slowIntervals(),
      slowestOfNames: slowestOfNames(),
      parallelism: running.curves(catalog, until: lastTimestamp),
      counterCurves: counters.curves(catalog, until: lastTimestamp),
      calls: callPaths(),
      nestings: nestings.nestingCounts(catalog),
      discards: dispatches.discardCounts(catalog),
      retries: retries.isEmpty ? nil : retries,
      silences: silences.isEmpty ? nil : silences,
      frames: frames.summaries(catalog),
      losses: losses(summary: summary, unended: unended.values.reduce(0, +))
    )
    report.sortThreads()
    return report
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
    // Others have only told names.
    let emitting = Set(catalog.threads.map(\.processIndex))
    return summaries.indices.filter(emitting.contains).map { summaries[$0] }.sorted {
      ($0.eventCount, $1.hostname, $1.processID ?? 0)
        > ($1.eventCount, $0.hostname, $0.processID ?? 0)
    }
  }

  private func threadSummaries() -> [ThreadSummary] {
    catalog.threads.enumerated().map { index, thread in
      let process = catalog.processes[thread.processIndex]
      let entry = threads[index]
      return ThreadSummary(
        hostname: process.hostname,
        processID: process.processID,
        process: process.name,
        threadID: thread.threadID,
        name: catalog.name(ofThread: index),
        eventCount: thread.eventCount,
        firstEvent: entry?.firstEvent,
        lastEvent: entry?.lastEvent,
        running: entry?.clock.map { $0.last &- $0.first }
      )
    }
  }

  private func statistics(of group: IntervalGroup, unended: UInt64) -> IntervalStatistics {
    let durations = group.durations
    let isEmpty = durations.count == 0
    return IntervalStatistics(
      kind: catalog.label(of: group.key.kind),
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

  private func callPaths() -> [CallPath] {
    calls.nodes.map { node in
      let group = groups[Int(node.group)].key
      return CallPath(
        parent: node.parent == CallTree.none ? nil : Int(node.parent),
        kind: catalog.label(of: group.kind),
        name: group.name.map(catalog.string),
        count: node.count,
        total: node.total,
        selfTime: node.selfTime
      )
    }
  }

  private func slowIntervals() -> [SlowInterval] {
    sorted(slowest.flatMap(\.entries)).map(slowInterval)
  }

  /// The longest of each kind and name that isn't one of the longest of its kind.
  private func slowestOfNames() -> [SlowInterval] {
    let known = Set(slowest.flatMap(\.entries).map(\.interval.group))
    let others = groups.all.compactMap(\.slowest).filter { !known.contains($0.interval.group) }
    return sorted(others).prefix(Self.slowestNames).map(slowInterval)
  }

  private func sorted(_ entries: [SlowestIntervals.Entry]) -> [SlowestIntervals.Entry] {
    entries.sorted { ($0.duration, $1.interval.begin) > ($1.duration, $0.interval.begin) }
  }

  private func slowInterval(_ entry: SlowestIntervals.Entry) -> SlowInterval {
    let group = groups[Int(entry.interval.group)].key
    let process = catalog.processes[Int(entry.key.processIndex)]
    return SlowInterval(
      kind: catalog.label(of: group.kind),
      name: group.name.map(catalog.string),
      subsystem: group.subsystem.map(catalog.string),
      category: group.category.map(catalog.string),
      id: entry.key.id,
      hostname: process.hostname,
      processID: process.processID,
      begin: entry.interval.begin,
      duration: entry.duration,
      selfTime: entry.selfTime,
      cpuTime: entry.cpuTime,
      wait: entry.interval.knownWait,
      silence: silence(of: entry),
      parents: calls.path(above: entry.interval.node).map { node in
        let parent = groups[Int(node.group)].key
        let name = parent.name.map(catalog.string)
        // A program's own interval is not prefixed with its kind.
        let isMarked = parent.kind == kinds.interval && name != nil
        let kind = isMarked ? nil : catalog.label(of: parent.kind).rawValue
        return [kind, name].compactMap { $0 }.joined(separator: " ")
      },
      fields: entry.fields.map { "\(catalog.string($0.key))=\($0.value)" }
    )
  }

  private func silence(of entry: SlowestIntervals.Entry) -> Int64? {
    let silence = silences.silence(
      of: Int(entry.key.processIndex),
      from: entry.interval.begin,
      to: entry.interval.begin + entry.duration
    )
    return silence > 0 ? silence : nil
  }

  private func silenceList() -> [Silence] {
    catalog.processes.enumerated().flatMap { index, process in
      silences.entries(of: index).map {
        Silence(
          hostname: process.hostname,
          processID: process.processID,
          begin: $0.begin,
          duration: $0.duration,
          intervals: $0.intervals,
          threads: $0.threads.count
        )
      }
    }
    .sorted { ($0.duration, $1.begin) > ($1.duration, $0.begin) }
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
        uniqueKeysWithValues: faults.endsWithoutBegin.map { (catalog.label(of: $0).rawValue, $1) }
      ),
      endsTwice: faults.endsTwice,
      unbegunDispatches: dispatches.pending.unbegunCount,
      missingParents: faults.missingParents,
      unmatchedCPUSamples: faults.unknownCPUSamples,
      missingTexts: UInt64(summary.missingTexts),
      missingContexts: summary.missingContexts,
      undecodedEvents: undecoded.reduce(0) { $0 + $1.count },
      undecodedProviders: Set(undecoded.map(\.provider)).sorted()
    )
  }
}
