import BenchmarkResults

/// A promise about a row: how it compares with one of its floors, or what it may take.
///
/// Programs define bars. An impossible limit, such as a duration of 0 or a number that isn't finite, ends the program with a message that
/// names the bar.
public struct Bar: Equatable, Sendable {
  enum Limit: Equatable, Sendable {
    case ratio(floor: String, atMost: Double, percentile: Double?)
    case bestRatio(floors: [String], atMost: Double)
    case difference(floor: String, atMost: Duration, calibratedBy: CalibrationLoop?)
    case time(percentile: Double?, atMost: Duration, calibratedBy: CalibrationLoop?)
    case memory(atMost: Int)
    case exponent(parameter: String, atMost: Double)
    case allocations(atMost: Double)
  }

  /// The name of the promise, such as `uncontended dispatch`.
  public let name: String

  let limit: Limit

  /// Whether a ratio may exceed its limit by as much as the same code varies between starts of its process.
  private(set) var allowsForStarts = true

  /// The same bar of a ratio, for samples from processes that were started for them.
  ///
  /// The rounds themselves then contain the variation between starts, so the limit gets no allowance for it.
  public func ofFreshProcesses() -> Bar {
    var bar = self
    bar.allowsForStarts = false
    return bar
  }

  /// Promises that a row takes at most `limit` times as long as its floor.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - floor: The row to compare with, named as in ``Benchmark/floors``; it need not be listed there.
  ///   - limit: The largest allowed ratio, over 0; the median over the rounds counts. Any other value ends the program.
  ///   - percentile: The percentile of both rows' samples to compare, such as 0.99, from 0.5 to below 1; `nil` for the median. Any other
  ///     value ends the program. See ``init(_:percentile:atMost:calibratedBy:)``.
  public init(
    _ name: String,
    against floor: String,
    atMost limit: Double,
    percentile: Double? = nil
  ) {
    self.name = name
    self.limit = .ratio(
      floor: floor,
      atMost: Self.checkedRatio(limit, name),
      percentile: percentile.map { Self.checked($0, name) }
    )
  }

  /// Promises that a row takes at most `limit` times as long as the fastest of several floors.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - floors: The rows to compare with, each as for ``init(_:against:atMost:percentile:)``; an empty array ends the program.
  ///   - limit: The largest allowed ratio, over 0, to the floor for which the ratio is largest. Any other value ends the program.
  public init(_ name: String, againstBestOf floors: [String], atMost limit: Double) {
    guard !floors.isEmpty else { fatalError("bar \(name): it has no floors to be compared with") }
    self.name = name
    self.limit = .bestRatio(floors: floors, atMost: Self.checkedRatio(limit, name))
  }

  /// Promises that a row takes at most `limit` longer than its floor.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - floor: The row to compare with, as for ``init(_:against:atMost:percentile:)``.
  ///   - limit: The largest allowed difference of the medians, on the reference machine; one that isn't over 0 ends the program.
  ///   - loop: What the difference depends on, as for ``init(_:medianAtMost:calibratedBy:)``.
  public init(
    _ name: String,
    over floor: String,
    atMost limit: Duration,
    calibratedBy loop: CalibrationLoop? = .dependentAdd
  ) {
    guard limit > .zero else { fatalError("bar \(name): the limit is \(limit), not over 0") }
    self.name = name
    self.limit = .difference(floor: floor, atMost: limit, calibratedBy: loop)
  }

  /// Promises that the median of a row's samples is at most `limit`, on the reference machine.
  ///
  /// If the calibration loop takes longer than ``CalibrationLoop/referenceNanoseconds``, the limit grows in proportion: a machine with a
  /// slower clock, or in a slower phase, doesn't miss it. If the loop takes less, the limit stays, because a faster clock makes neither
  /// memory nor the system faster.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - limit: The longest allowed median; one that isn't over 0 ends the program.
  ///   - loop: What the row's time depends on; `nil` if that is no speed of the machine, as for a row that waits for a moment.
  public init(
    _ name: String,
    medianAtMost limit: Duration,
    calibratedBy loop: CalibrationLoop? = .dependentAdd
  ) {
    guard limit > .zero else { fatalError("bar \(name): the limit is \(limit), not over 0") }
    self.name = name
    self.limit = .time(percentile: nil, atMost: limit, calibratedBy: loop)
  }

  /// Promises that a share of a row's samples take at most `limit` each, on the reference machine.
  ///
  /// Rounds are joined into groups with one sample beyond the percentile: 100 samples for 0.99. Each group gives one value, and a verdict
  /// takes eight, so a slow row gets few chances. A sample covers several operations if one takes less than ``Benchmark/sampleDuration``;
  /// to judge single operations, give the row a short duration.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - percentile: The share of the samples, from 0.5 to below 1, such as 0.99; any other ends the program.
  ///   - limit: The longest allowed time; one that isn't over 0 ends the program.
  ///   - loop: What the row's time depends on, as for ``init(_:medianAtMost:calibratedBy:)``.
  public init(
    _ name: String,
    percentile: Double,
    atMost limit: Duration,
    calibratedBy loop: CalibrationLoop? = .dependentAdd
  ) {
    guard limit > .zero else { fatalError("bar \(name): the limit is \(limit), not over 0") }
    self.name = name
    self.limit = .time(
      percentile: Self.checked(percentile, name),
      atMost: limit,
      calibratedBy: loop
    )
  }

  private static func checkedRatio(_ limit: Double, _ name: String) -> Double {
    guard limit > 0, limit.isFinite else {
      fatalError("bar \(name): the limit is \(limit), not a number over 0")
    }
    return limit
  }

  private static func checked(_ percentile: Double, _ name: String) -> Double {
    guard (0.5..<1).contains(percentile) else {
      fatalError("bar \(name): the percentile is \(percentile), not a share from 0.5 to below 1")
    }
    return percentile
  }

  /// Promises that a row's body reports at most `limit` bytes held in memory; see ``BenchmarkBody/reportingMemory(_:)``.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - limit: The most allowed bytes; a number that isn't over 0 ends the program.
  public init(_ name: String, memoryAtMost limit: Int) {
    guard limit > 0 else { fatalError("bar \(name): the limit is \(limit) bytes, not over 0") }
    self.name = name
    self.limit = .memory(atMost: limit)
  }

  /// Promises that a row's time grows at most with a power of a parameter.
  ///
  /// The exponent is the slope of a line through the logarithms of medians: those of all rows of the benchmark that differ from this one
  /// only in the parameter and run in the same run, at least three. Give the bar to each of them; the measured row with the largest value
  /// of the parameter answers for all.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - parameter: A parameter of the row whose values are numbers.
  ///   - limit: The largest allowed exponent: 1 for linear time. One that isn't finite ends the program.
  public init(_ name: String, exponentOf parameter: String, atMost limit: Double) {
    guard limit.isFinite else { fatalError("bar \(name): the exponent is \(limit), not a number") }
    self.name = name
    self.limit = .exponent(parameter: parameter, atMost: limit)
  }

  /// Promises that an operation makes at most `limit` allocations.
  ///
  /// Judged exactly, and only in runs that also count (`hamon bench --counts`). Allocations that are freed at once count too.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - limit: The most allowed allocations of an operation, which may be a fraction; one below 0, or that isn't finite, ends the program.
  public init(_ name: String, allocationsAtMost limit: Double) {
    guard limit >= 0, limit.isFinite else {
      fatalError("bar \(name): the limit is \(limit) allocations, not at least 0")
    }
    self.name = name
    self.limit = .allocations(atMost: limit)
  }

  /// The limit on the counts of a row, if the bar has one.
  func allocationLimit(of row: RowResult) -> AllocationLimit? {
    guard case .allocations(let limit) = limit else { return nil }
    return AllocationLimit(name: name, row: row.name, limit: limit)
  }

  /// The floors that must be measured with the row.
  var floors: [String] {
    switch limit {
    case .ratio(let floor, _, _), .difference(let floor, _, _): [floor]
    case .bestRatio(let floors, _): floors
    case .time, .memory, .exponent, .allocations: []
    }
  }

  /// Whether the bar is judged by times and so takes rounds.
  var takesRounds: Bool {
    switch limit {
    case .ratio, .bestRatio, .difference, .time, .exponent: true
    case .memory, .allocations: false
    }
  }

  /// The percentile that the bar limits; `nil` for the median, and for bars that limit no time.
  var percentile: Double? {
    switch limit {
    case .ratio(_, _, let percentile), .time(let percentile, _, _): percentile
    case .bestRatio, .difference, .memory, .exponent, .allocations: nil
    }
  }

  /// Whether judging takes rows that are not otherwise compared with each other.
  var isOfSeveralRows: Bool {
    if case .exponent = limit { true } else { false }
  }

  /// The loop that scales its limit.
  var calibration: CalibrationLoop? {
    switch limit {
    case .difference(_, _, let loop), .time(_, _, let loop): loop
    case .ratio, .bestRatio, .memory, .exponent, .allocations: nil
    }
  }

  /// The ratios to a floor named in full, or to each row of the benchmark of that name.
  static func ratios(of row: RowResult, to floor: String) -> [RatioResult] {
    row.ratios.filter { $0.floor == floor || $0.floor.hasPrefix("\(floor)/") }
  }

  /// Writes a duration with the largest unit that keeps it at least 1: `50.0 ns`.
  static func text(_ duration: Duration) -> String {
    let nanoseconds = duration / .nanoseconds(1)
    let units = [("s", 1e9), ("ms", 1e6), ("us", 1e3), ("ns", 1)]
    let unit = units.first { nanoseconds >= $0.1 } ?? ("ns", 1)
    return "\(nanoseconds / unit.1) \(unit.0)"
  }
}

extension Bar {
  /// The reason why the bar was not judged for a row; `nil` if it was, if another row of its series answers for it, or if it waits for
  /// counts.
  func unjudged(for row: RowResult, among rows: [RowResult]) -> UnjudgedBar? {
    guard judged(for: row, among: rows).isEmpty, let reason = reason(for: row, among: rows) else {
      return nil
    }
    return UnjudgedBar(name: name, row: row.name, reason: reason)
  }

  private func reason(for row: RowResult, among rows: [RowResult]) -> String? {
    switch limit {
    case .ratio(let floor, _, _), .difference(let floor, _, _):
      return "its floor \(floor) was not measured"
    case .bestRatio(let floors, _):
      let missing = floors.filter { Self.ratios(of: row, to: $0).isEmpty }
      return "not all of its floors were measured: \(missing.joined(separator: ", ")) was not"
    case .time, .allocations:
      return nil
    case .memory:
      return "its body doesn't say what it holds in memory (reportingMemory)"
    case .exponent(let parameter, _):
      guard let own = ScalingFit.value(of: parameter, in: row) else {
        return "its \(parameter) is not a number"
      }
      let series = ScalingFit.series(of: row, among: rows, parameter: parameter)
      // The largest answers for all.
      guard series.allSatisfy({ $0.value <= own }) else { return nil }
      return Set(series.map(\.value)).count < 3
        ? "fewer than three values of \(parameter) were measured"
        : "an exponent takes values of \(parameter) and times over 0"
    }
  }
}
