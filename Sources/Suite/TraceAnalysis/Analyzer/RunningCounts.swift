import TraceReading

/// How many intervals of each kind run, over the time of the trace.
struct RunningCounts {
  private var series: [TimeSeries?] = []
  private var counts: [Int64] = []

  mutating func change(_ kind: TraceIntervalKind, by change: Int64, at time: Int64) {
    let index = Int(kind.index)
    while counts.count <= index {
      counts.append(0)
      series.append(nil)
    }
    counts[index] += change
    if series[index] == nil {
      series[index] = TimeSeries(counts[index], at: time)
    } else {
      series[index]?.set(counts[index], at: time)
    }
  }

  /// The curves of the kinds that the trace has.
  func curves(_ catalog: TraceCatalog, until end: Int64) -> [TimeCurve] {
    series.enumerated().compactMap { index, series in
      series.map { TimeCurve(catalog.intervals[index].label, $0, until: end) }
    }
  }
}
