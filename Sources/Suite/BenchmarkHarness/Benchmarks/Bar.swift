import BenchmarkResults

/// A promise about a row: how it shall compare with one of its floors, or what it may take.
public struct Bar: Equatable, Sendable {
  enum Limit: Equatable, Sendable {
    case ratio(floor: String, atMost: Double)
    case bestRatio(floors: [String], atMost: Double)
    case difference(floor: String, atMost: Duration)
    case median(atMost: Duration)
    case memory(atMost: Int)
    case exponent(parameter: String, atMost: Double)
    case allocations(atMost: Double)
  }

  /// The name of the promise, such as `uncontended dispatch`.
  public let name: String

  let limit: Limit

  /// Promises that a row takes no longer than so many times its floor.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - floor: The row that is compared with, named as in ``Benchmark/floors``; it need not stand
  ///     there as well.
  ///   - limit: The largest ratio that holds the promise: the median over the rounds counts.
  public init(_ name: String, against floor: String, atMost limit: Double) {
    self.name = name
    self.limit = .ratio(floor: floor, atMost: limit)
  }

  /// Promises that a row takes no longer than so many times the fastest of several floors.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - floors: The rows that are compared with, each as for ``init(_:against:atMost:)``.
  ///   - limit: The largest ratio that holds the promise, of the floor to which it is the largest.
  public init(_ name: String, againstBestOf floors: [String], atMost limit: Double) {
    guard !floors.isEmpty else { fatalError("bar \(name): it has no floors to be compared with") }
    self.name = name
    self.limit = .bestRatio(floors: floors, atMost: limit)
  }

  /// Promises that a row takes no more than so much longer than its floor.
  ///
  /// - Parameters:
  ///   - name: What is promised.
  ///   - floor: The row that is compared with, as for ``init(_:against:atMost:)``.
  ///   - limit: The largest difference of the medians that holds the promise.
  public init(_ name: String, over floor: String, atMost limit: Duration) {
    guard limit > .zero else { fatalError("bar \(name): the limit is \(limit), not over 0") }
    self.name = name
    self.limit = .difference(floor: floor, atMost: limit)
  }

  /// Promises that the median of a row's samples is at most so long, on any machine.
  public init(_ name: String, medianAtMost limit: Duration) {
    self.name = name
    self.limit = .median(atMost: limit)
  }

  /// Promises that what a row's body says it holds in memory is at most so many bytes; see
  /// ``BenchmarkBody/reportingMemory(_:)``.
  public init(_ name: String, memoryAtMost limit: Int) {
    guard limit > 0 else { fatalError("bar \(name): the limit is \(limit) bytes, not over 0") }
    self.name = name
    self.limit = .memory(atMost: limit)
  }

  /// Promises how a row's time grows with a parameter: at most with that power of it.
  ///
  /// The exponent is fitted to the medians of all rows of the benchmark that differ from this one in the
  /// parameter only and are measured in the same run: see ``ScalingFit``. It needs at least three. Give the
  /// bar to each of them: the one with the largest value of the parameter that is measured answers for all.
  public init(_ name: String, exponentOf parameter: String, atMost limit: Double) {
    self.name = name
    self.limit = .exponent(parameter: parameter, atMost: limit)
  }

  /// Promises that an operation allocates at most so often.
  ///
  /// It is judged where the row is counted as well (`hamon bench --counts`), exactly, allocations that are
  /// given back at once included.
  public init(_ name: String, allocationsAtMost limit: Double) {
    guard limit >= 0 else {
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
    case .ratio(let floor, _), .difference(let floor, _): [floor]
    case .bestRatio(let floors, _): floors
    case .median, .memory, .exponent, .allocations: []
    }
  }

  /// How the bar was met by a row, once for each floor of that name.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - rows: All rows that were measured.
  /// - Returns: A result for each floor; none where what it takes was not measured.
  func results(for row: RowResult, among rows: [RowResult]) -> [BarResult] {
    switch limit {
    case .bestRatio(let floors, let limit):
      bestRatio(of: row, floors: floors).map { ratio in
        [
          BarResult(
            name: name,
            row: row.name,
            comparedWith: ratio.floor,
            ratio: ratio.median,
            limit: limit
          )
        ]
      } ?? []
    case .ratio(let floor, let limit):
      Self.ratios(of: row, to: floor).map { ratio in
        BarResult(
          name: name,
          row: row.name,
          comparedWith: ratio.floor,
          ratio: ratio.median,
          limit: limit
        )
      }
    case .difference(let floor, let limit):
      Self.ratios(of: row, to: floor).compactMap { ratio in
        rows.first { $0.name == ratio.floor }.map { floor in
          BarResult(
            name: name,
            row: row.name,
            comparedWith: "\(floor.name) + \(Self.text(limit))",
            ratio: (row.wall.median - floor.wall.median) / (limit / .nanoseconds(1)),
            limit: 1,
            kind: .difference,
            unit: limit / .nanoseconds(1)
          )
        }
      }
    case .median(let limit):
      [
        BarResult(
          name: name,
          row: row.name,
          comparedWith: Self.text(limit),
          ratio: row.wall.median / (limit / .nanoseconds(1)),
          limit: 1,
          kind: .median,
          unit: limit / .nanoseconds(1)
        )
      ]
    case .exponent(let parameter, let limit):
      ScalingFit(ofLargest: row, among: rows, parameter: parameter).map { fit in
        [
          BarResult(
            name: name,
            row: row.name,
            comparedWith: "exponent of \(parameter) over \(fit.count) rows",
            ratio: fit.exponent,
            limit: limit,
            kind: .exponent
          )
        ]
      } ?? []
    case .allocations: []
    case .memory(let limit):
      row.memory.map { bytes in
        [
          BarResult(
            name: name,
            row: row.name,
            comparedWith: "\(limit) bytes",
            ratio: Double(bytes) / Double(limit),
            limit: 1,
            kind: .memory,
            unit: Double(limit)
          )
        ]
      } ?? []
    }
  }

  /// The ratios to a floor that is named, or to each row of its benchmark.
  private static func ratios(of row: RowResult, to floor: String) -> [RatioResult] {
    row.ratios.filter { $0.floor == floor || $0.floor.hasPrefix("\(floor)/") }
  }

  /// The largest ratio to one of the floors; `nil` where not all of them were measured.
  private func bestRatio(of row: RowResult, floors: [String]) -> RatioResult? {
    let ratios = floors.map { Self.ratios(of: row, to: $0) }
    guard ratios.allSatisfy({ !$0.isEmpty }) else { return nil }
    return ratios.joined().max { $0.median < $1.median }
  }

  /// Writes a duration with the largest unit that keeps it at least 1: `50.0 ns`.
  private static func text(_ duration: Duration) -> String {
    let nanoseconds = duration / .nanoseconds(1)
    let units = [("s", 1e9), ("ms", 1e6), ("us", 1e3), ("ns", 1)]
    let unit = units.first { nanoseconds >= $0.1 } ?? ("ns", 1)
    return "\(nanoseconds / unit.1) \(unit.0)"
  }
}

extension Bar {
  /// Says why the bar was not judged for a row, if it should have been.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - rows: All rows that were measured.
  /// - Returns: `nil` if it was, if another row of its series answers for it, or if it waits for counts.
  func unjudged(for row: RowResult, among rows: [RowResult]) -> UnjudgedBar? {
    guard results(for: row, among: rows).isEmpty, let reason = reason(for: row, among: rows) else {
      return nil
    }
    return UnjudgedBar(name: name, row: row.name, reason: reason)
  }

  private func reason(for row: RowResult, among rows: [RowResult]) -> String? {
    switch limit {
    case .ratio(let floor, _), .difference(let floor, _):
      return "its floor \(floor) was not measured"
    case .bestRatio(let floors, _):
      let missing = floors.filter { Self.ratios(of: row, to: $0).isEmpty }
      return "not all of its floors were measured: \(missing.joined(separator: ", ")) was not"
    case .median, .allocations:
      return nil
    case .memory:
      return "its body doesn't say what it holds in memory (reportingMemory)"
    case .exponent(let parameter, _):
      func value(_ row: RowResult) -> Double? {
        row.parameters.first { $0.key == parameter }.flatMap { Double($0.value) }
      }
      guard let own = value(row) else { return "its \(parameter) is not a number" }
      let rest = row.parameters.filter { $0.key != parameter }
      let others = rows.filter { other in
        other.benchmark == row.benchmark
          && other.parameters.filter { $0.key != parameter } == rest
      }
      // The largest answers for all of them.
      guard others.allSatisfy({ (value($0) ?? own) <= own }) else { return nil }
      return Set(others.compactMap(value)).count < 3
        ? "fewer than three values of \(parameter) were measured"
        : "an exponent takes values of \(parameter) and times over 0"
    }
  }
}
