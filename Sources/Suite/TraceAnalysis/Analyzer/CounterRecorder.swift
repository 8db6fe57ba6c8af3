import TraceReading

/// The values of the counters of a trace, and of the depths of queues.
struct CounterRecorder {
  /// A counter of a process.
  struct Key: Hashable {
    let processIndex: Int
    let name: TraceSymbol
    let subsystem: TraceSymbol
    let category: TraceSymbol
    /// The store, for the depth of a queue.
    let store: UInt64?
  }

  /// Counters beyond this many have no curve.
  private static let maximumSeries = 64

  private var counters: [Key: CounterValues] = [:]
  private var series: [Key: TimeSeries] = [:]

  mutating func record(_ value: Int64, of key: Key, at time: Int64) {
    if counters[key] == nil {
      counters[key] = CounterValues(value, at: time)
      if series.count < Self.maximumSeries { series[key] = TimeSeries(value, at: time) }
    } else {
      counters[key]?.record(value, at: time)
      series[key]?.set(value, at: time)
    }
  }

  /// The curves by name; a name includes the counter's owner only if another counter has the same name.
  func curves(_ catalog: TraceCatalog, until end: Int64) -> [TimeCurve] {
    func title(_ key: Key, owner: String) -> String {
      let process = catalog.processes[key.processIndex]
      let pid = process.processID.map { " pid \($0)" } ?? ""
      let store = key.store.map { " store \($0)" } ?? ""
      return "\(catalog.string(key.name))\(store)\(owner)\(pid) \(process.hostname)"
    }
    let counts = Dictionary(series.keys.map { (title($0, owner: ""), 1) }, uniquingKeysWith: +)
    return series.map { key, series in
      let plain = title(key, owner: "")
      let parts = [key.subsystem, key.category].map(catalog.string).filter { !$0.isEmpty }
      let owner = parts.isEmpty ? " (no subsystem)" : " (\(parts.joined(separator: "/")))"
      return TimeCurve(counts[plain] == 1 ? plain : title(key, owner: owner), series, until: end)
    }
    .sorted { $0.name < $1.name }
  }

  func summaries(_ catalog: TraceCatalog, until end: Int64) -> [CounterSummary] {
    counters.map { key, values in
      CounterSummary(
        hostname: catalog.processes[key.processIndex].hostname,
        processID: catalog.processes[key.processIndex].processID,
        name: catalog.string(key.name),
        subsystem: catalog.string(key.subsystem),
        category: catalog.string(key.category),
        count: values.count,
        last: values.last,
        minimum: values.minimum,
        maximum: values.maximum,
        mean: values.mean(until: end),
        storeID: key.store
      )
    }
    .sorted {
      ($0.sortName, $0.processID ?? 0, $0.storeID ?? 0)
        < ($1.sortName, $1.processID ?? 0, $1.storeID ?? 0)
    }
  }
}

extension CounterSummary {
  fileprivate var sortName: String { "\(name) \(subsystem) \(category) \(hostname)" }
}

extension TimeCurve {
  init(_ name: String, _ series: TimeSeries, until end: Int64) {
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

/// The values of a counter while the trace is read.
struct CounterValues {
  private(set) var count: UInt64 = 1
  private(set) var last: Int64
  private(set) var minimum: Int64
  private(set) var maximum: Int64
  private let firstTime: Int64
  private var lastTime: Int64
  /// The sum of the values, each times the nanoseconds for which it held.
  private var weighted: Double = 0

  init(_ value: Int64, at time: Int64) {
    last = value
    minimum = value
    maximum = value
    firstTime = time
    lastTime = time
  }

  mutating func record(_ value: Int64, at time: Int64) {
    weighted += Double(last) * (Double(time) - Double(lastTime))
    count += 1
    last = value
    lastTime = time
    minimum = min(minimum, value)
    maximum = max(maximum, value)
  }

  /// The mean from the first value to `end`, each value weighted by the time for which it held; `nil`
  /// if that is no time.
  func mean(until end: Int64) -> Double? {
    let duration = Double(end) - Double(firstTime)
    guard duration > 0 else { return nil }
    return (weighted + Double(last) * (Double(end) - Double(lastTime))) / duration
  }
}
