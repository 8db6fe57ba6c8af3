import TraceReading

// What a report shows besides its tables: curves over time, paths, and the longest intervals.
extension TraceAnalyzer {
  typealias CounterNames = (name: String, subsystem: String, category: String)

  func identity(of key: CounterKey) -> (process: Int, names: CounterNames, storeID: UInt64?) {
    switch key {
    case .counter(let index, let name, let subsystem, let category):
      let names = (catalog.string(name), catalog.string(subsystem), catalog.string(category))
      return (index, names, nil)
    case .queueDepth(let index, let store):
      return (index, ("queue depth", "katana", "store"), store)
    }
  }

  func parallelismCurves() -> [TimeCurve] {
    IntervalKind.allCases.compactMap { kind in
      running[kind.ordinal].map { TimeCurve(kind.rawValue, $0, until: lastTimestamp) }
    }
  }

  func counterCurves() -> [TimeCurve] {
    counterSeries.map { key, series in
      let (process, names, storeID) = identity(of: key)
      let pid = catalog.processes[process].processID.map { " pid \($0)" } ?? ""
      let store = storeID.map { " store \($0)" } ?? ""
      let host = catalog.processes[process].hostname
      return TimeCurve("\(names.name)\(store)\(pid) \(host)", series, until: lastTimestamp)
    }
    .sorted { $0.name < $1.name }
  }

  func callPaths() -> [CallPath] {
    calls.nodes.map { node in
      let group = groups[Int(node.group)].key
      return CallPath(
        parent: node.parent == CallTree.none ? nil : Int(node.parent),
        kind: group.kind,
        name: group.name.map(catalog.string),
        count: node.count,
        total: node.total,
        selfTime: node.selfTime
      )
    }
  }

  func slowIntervals() -> [SlowInterval] {
    slowest.flatMap(\.entries).sorted { ($0.duration, $1.begin) > ($1.duration, $0.begin) }
      .map { entry in
        let group = groups[Int(entry.group)].key
        let process = catalog.processes[Int(entry.key.processIndex)]
        return SlowInterval(
          kind: group.kind,
          name: group.name.map(catalog.string),
          subsystem: group.subsystem.map(catalog.string),
          category: group.category.map(catalog.string),
          id: entry.key.id,
          hostname: process.hostname,
          processID: process.processID,
          begin: entry.begin,
          duration: entry.duration,
          selfTime: entry.selfTime,
          cpuTime: entry.cpuTime,
          wait: entry.wait < 0 ? nil : entry.wait,
          silence: silence(of: entry),
          parents: calls.path(above: entry.node).map { node in
            let parent = groups[Int(node.group)].key
            let name = parent.name.map(catalog.string)
            // What a program marks needs no word for it.
            let kind = parent.kind == .interval && name != nil ? nil : parent.kind.rawValue
            return [kind, name].compactMap { $0 }.joined(separator: " ")
          },
          fields: (entry.details?.fields ?? []).map {
            "\(catalog.string($0.key))=\($0.value)"
          }
        )
      }
  }

  private func silence(of entry: SlowestIntervals.Entry) -> Int64? {
    let silence = silences.silence(
      of: Int(entry.key.processIndex),
      from: entry.begin,
      to: entry.begin + entry.duration
    )
    return silence > 0 ? silence : nil
  }

  func silenceList() -> [Silence] {
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

  func retrySummaries() -> [RetrySummary] {
    retries.map { $1.summary(named: catalog.string($0)) }
      .sorted { ($0.count, $1.name) > ($1.count, $0.name) }
  }

  func measurementSummaries() -> [MeasurementSummary] {
    measurements.compactMap { key, values in
      guard let mean = values.mean else { return nil }
      return MeasurementSummary(
        name: key.name.map(catalog.string) ?? "",
        subsystem: key.subsystem.map(catalog.string) ?? "",
        category: key.category.map(catalog.string) ?? "",
        count: values.count,
        mean: mean,
        minimum: values.minimum,
        p50: values.value(atPercentile: 50),
        p90: values.value(atPercentile: 90),
        p99: values.value(atPercentile: 99),
        maximum: values.maximum
      )
    }
    .sorted { ($0.name, $0.subsystem, $0.category) < ($1.name, $1.subsystem, $1.category) }
  }
}

extension TimeCurve {
  fileprivate init(_ name: String, _ series: TimeSeries, until end: Int64) {
    let buckets = series.buckets(until: end)
    self.init(
      name: name,
      begin: buckets.first?.time ?? 0,
      step: series.width(until: end),
      means: buckets.map(\.mean),
      maxima: buckets.map(\.maximum)
    )
  }
}
