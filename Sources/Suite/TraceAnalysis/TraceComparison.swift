/// How the intervals of a trace differ from those of another.
public struct TraceComparison: Sendable, Codable, Equatable {
  /// The intervals of a kind and name in both traces; of one that is in only one of them, the numbers
  /// of the other are `nil`.
  public struct Row: Sendable, Codable, Equatable {
    /// What they are the time of.
    public var kind: IntervalKind
    /// Their name; `nil` where it isn't known.
    public var name: String?
    /// The subsystem of the signposter.
    public var subsystem: String?
    /// The category of the signposter.
    public var category: String?
    /// How many there are in the other trace, the baseline.
    public var baselineCount: UInt64?
    /// How many there are in this one.
    public var count: UInt64?
    /// The medians, in nanoseconds.
    public var baselineP50: Int64?
    /// As ``baselineP50``, of this trace.
    public var p50: Int64?
    /// The 99th percentiles, in nanoseconds.
    public var baselineP99: Int64?
    /// As ``baselineP99``, of this trace.
    public var p99: Int64?
    /// The sums of the durations, in nanoseconds.
    public var baselineTotal: UInt64?
    /// As ``baselineTotal``, of this trace.
    public var total: UInt64?
    /// How probable it is that one of this trace took longer than one of the baseline, ties counted
    /// half: 0.5 where there is no difference, 1 where each took longer than all of the other.
    ///
    /// Source: the common-language effect size, U / (n1 n2) of Mann and Whitney (1947), computed from
    /// the histograms: durations less than a quarter of a doubling apart may count as ties.
    public var probabilityOfLonger: Double?
  }

  /// Where the baseline is.
  public var baselinePath: String
  /// Whether a part of the baseline could not be read.
  public var isBaselinePartial: Bool
  /// What could not be read of it, one line each.
  public var baselineFaults: [String]
  /// The kinds and names of both, the one with the largest total first.
  public var rows: [Row]

  /// Compares two reports.
  ///
  /// - Complexity: Proportional to the number of kinds and names.
  /// - Parameters:
  ///   - report: The one that is judged.
  ///   - baseline: The one that it is judged by.
  public init(of report: TraceReport, to baseline: TraceReport) {
    baselinePath = baseline.path
    isBaselinePartial = baseline.isPartial
    baselineFaults = baseline.faults
    var old: [Key: IntervalStatistics] = [:]
    for interval in baseline.intervals { old[Key(interval)] = interval }
    rows = report.intervals.map { Row(old.removeValue(forKey: Key($0)), $0) }
    rows += old.values.map { Row($0, nil) }
    rows.sort { ($0.weight, $1.sortName) > ($1.weight, $0.sortName) }
  }

  private struct Key: Hashable {
    let kind: IntervalKind
    let name: String?
    let subsystem: String?
    let category: String?

    init(_ interval: IntervalStatistics) {
      kind = interval.kind
      name = interval.name
      subsystem = interval.subsystem
      category = interval.category
    }
  }
}

extension TraceComparison.Row {
  fileprivate init(_ old: IntervalStatistics?, _ new: IntervalStatistics?) {
    self.init(
      kind: (new ?? old)?.kind ?? .interval,
      name: (new ?? old)?.name,
      subsystem: (new ?? old)?.subsystem,
      category: (new ?? old)?.category,
      baselineCount: old?.count,
      count: new?.count,
      baselineP50: old?.p50,
      p50: new?.p50,
      baselineP99: old?.p99,
      p99: new?.p99,
      baselineTotal: old?.total,
      total: new?.total,
      probabilityOfLonger: Self.probability(
        that: new?.histogram ?? [],
        isLongerThan: old?.histogram ?? []
      )
    )
  }

  fileprivate var weight: UInt64 { max(total ?? 0, baselineTotal ?? 0) }

  fileprivate var sortName: String {
    "\(kind.rawValue) \(name ?? "") \(subsystem ?? "") \(category ?? "")"
  }

  private static func probability(
    that new: [IntervalStatistics.Bucket],
    isLongerThan old: [IntervalStatistics.Bucket]
  ) -> Double? {
    let oldCount = old.reduce(0.0) { $0 + Double($1.count) }
    let newCount = new.reduce(0.0) { $0 + Double($1.count) }
    guard oldCount > 0, newCount > 0 else { return nil }
    var below = 0.0
    var next = 0
    var wins = 0.0
    for bucket in new {
      while next < old.count, old[next].upperBound < bucket.upperBound {
        below += Double(old[next].count)
        next += 1
      }
      let isTie = next < old.count && old[next].upperBound == bucket.upperBound
      let ties = isTie ? Double(old[next].count) : 0
      wins += Double(bucket.count) * (below + ties / 2)
    }
    return wins / (oldCount * newCount)
  }
}
