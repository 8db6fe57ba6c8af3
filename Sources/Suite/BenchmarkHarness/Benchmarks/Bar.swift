import BenchmarkResults

/// A promise about a row: how it shall compare with one of its floors, or what it may take.
///
/// Bars are written in programs. A limit that can't be one, such as a duration of 0 or a number that isn't finite, ends the
/// program with a message that names the bar.
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

  /// Whether a ratio may be beyond its limit by what the same code differs from one start of its process to the next.
  private(set) var allowsForStarts = true

  /// The same bar of a ratio, where each sample of its rows is of processes that were started for it: what differs from start to
  /// start is then in the rounds themselves, and nothing beyond the limit is allowed for it.
  public func ofFreshProcesses() -> Bar {
    var bar = self
    bar.allowsForStarts = false
    return bar
  }

  /// Promises that a row takes no longer than so many times its floor.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - floor: The row that is compared with, named as in ``Benchmark/floors``; it need not stand
  ///     there as well.
  ///   - limit: The largest ratio that holds the promise, over 0: the median over the rounds counts. Any other ends the program.
  ///   - percentile: Which percentile of both rows' samples is compared, such as 0.99, from 0.5 to below 1; `nil` for the
  ///     median. Any other ends the program. See ``init(_:percentile:atMost:calibratedBy:)``.
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

  /// Promises that a row takes no longer than so many times the fastest of several floors.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - floors: The rows that are compared with, each as for ``init(_:against:atMost:percentile:)``; none ends the program.
  ///   - limit: The largest ratio that holds the promise, over 0, of the floor to which it is the largest. Any other ends the
  ///     program.
  public init(_ name: String, againstBestOf floors: [String], atMost limit: Double) {
    guard !floors.isEmpty else { fatalError("bar \(name): it has no floors to be compared with") }
    self.name = name
    self.limit = .bestRatio(floors: floors, atMost: Self.checkedRatio(limit, name))
  }

  /// Promises that a row takes no more than so much longer than its floor.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - floor: The row that is compared with, as for ``init(_:against:atMost:percentile:)``.
  ///   - limit: The largest difference of the medians that holds the promise, on the reference machine; one that isn't over 0
  ///     ends the program.
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

  /// Promises that the median of a row's samples is at most so long, on the reference machine.
  ///
  /// Where the calibration loop takes longer than there (``CalibrationLoop/referenceNanoseconds``), the limit is as many
  /// times longer: a machine with a slower clock, or in a slower phase, doesn't miss it. Where the loop takes less, the limit
  /// stays what it is, since a faster clock makes neither memory nor the system faster.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - limit: The longest median that holds the promise; one that isn't over 0 ends the program.
  ///   - loop: What the row's time depends on; `nil` where that is no speed of the machine, such as a
  ///     row that waits for a moment.
  public init(
    _ name: String,
    medianAtMost limit: Duration,
    calibratedBy loop: CalibrationLoop? = .dependentAdd
  ) {
    guard limit > .zero else { fatalError("bar \(name): the limit is \(limit), not over 0") }
    self.name = name
    self.limit = .time(percentile: nil, atMost: limit, calibratedBy: loop)
  }

  /// Promises that so large a share of a row's samples take at most so long, on the reference machine.
  ///
  /// Rounds are joined to groups that have one sample beyond the percentile: 100 samples for 0.99. Each group gives a
  /// value, and it takes eight of them, so that a row that takes long is given few chances. A sample is several operations where
  /// one takes less than ``Benchmark/sampleDuration``; where single ones count, give the row a short one.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - percentile: The share of the samples, from 0.5 to below 1, such as 0.99; any other ends the program.
  ///   - limit: The longest time that holds the promise; one that isn't over 0 ends the program.
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

  /// Promises that what a row's body says it holds in memory is at most so many bytes; see
  /// ``BenchmarkBody/reportingMemory(_:)``.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - limit: The most bytes that hold the promise; a number that isn't over 0 ends the program.
  public init(_ name: String, memoryAtMost limit: Int) {
    guard limit > 0 else { fatalError("bar \(name): the limit is \(limit) bytes, not over 0") }
    self.name = name
    self.limit = .memory(atMost: limit)
  }

  /// Promises how a row's time grows with a parameter: at most with that power of it.
  ///
  /// The exponent is fitted to the medians of all rows of the benchmark that differ from this one in the
  /// parameter only and are measured in the same run: a line through their logarithms. It needs at least three. Give the
  /// bar to each of them: the one with the largest value of the parameter that is measured answers for all.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - parameter: The name of a parameter of the row whose values are numbers.
  ///   - limit: The largest exponent that holds the promise: 1 for a time in proportion. One that isn't finite ends the program.
  public init(_ name: String, exponentOf parameter: String, atMost limit: Double) {
    guard limit.isFinite else { fatalError("bar \(name): the exponent is \(limit), not a number") }
    self.name = name
    self.limit = .exponent(parameter: parameter, atMost: limit)
  }

  /// Promises that an operation allocates at most so often.
  ///
  /// It is judged where the row is counted as well (`hamon bench --counts`), exactly, allocations that are
  /// given back at once included.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - limit: The most allocations of an operation that hold the promise, which may be a fraction; one below 0, or that isn't
  ///     finite, ends the program.
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

  /// The floors that have to be measured with the row.
  var floors: [String] {
    switch limit {
    case .ratio(let floor, _, _), .difference(let floor, _, _): [floor]
    case .bestRatio(let floors, _): floors
    case .time, .memory, .exponent, .allocations: []
    }
  }

  /// Whether it is judged by times, so that it takes rounds.
  var takesRounds: Bool {
    switch limit {
    case .ratio, .bestRatio, .difference, .time, .exponent: true
    case .memory, .allocations: false
    }
  }

  /// The percentile that is limited; `nil` for the median, and what is no time.
  var percentile: Double? {
    switch limit {
    case .ratio(_, _, let percentile), .time(let percentile, _, _): percentile
    case .bestRatio, .difference, .memory, .exponent, .allocations: nil
    }
  }

  /// Whether it is judged by rows that are not compared with each other otherwise.
  var isOfSeveralRows: Bool {
    if case .exponent = limit { true } else { false }
  }

  /// The loop that its limit is scaled by.
  var calibration: CalibrationLoop? {
    switch limit {
    case .difference(_, _, let loop), .time(_, _, let loop): loop
    case .ratio, .bestRatio, .memory, .exponent, .allocations: nil
    }
  }

  /// The ratios to a floor that is named, or to each row of its benchmark.
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
  /// Says why the bar was not judged for a row; `nil` if it was, if another row of its series answers for it, or if it waits
  /// for counts.
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
      // The largest answers for all of them.
      guard series.allSatisfy({ $0.value <= own }) else { return nil }
      return Set(series.map(\.value)).count < 3
        ? "fewer than three values of \(parameter) were measured"
        : "an exponent takes values of \(parameter) and times over 0"
    }
  }
}
