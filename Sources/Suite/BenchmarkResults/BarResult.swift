package import Statistics

/// The result of a bar in a run.
package struct BarResult: Codable, Equatable, Sendable {
  package let name: String

  /// The row with the promise.
  package let row: String

  /// The row, or the duration, that it was compared with.
  package let comparedWith: String

  /// The measured ratio, exponent or count of allocations.
  package let ratio: Double

  /// The largest value that holds the promise.
  package let limit: Double

  /// Whether the verdict is ``BarVerdict/held``, for older versions.
  package let holds: Bool

  /// The kind of the bar; `nil` in older files.
  package let kind: BarKind?

  /// The value of a ratio of 1: nanoseconds of a difference or a median, bytes of memory; `nil` for the others.
  package let unit: Double?

  /// The interval of the value that is compared with the limit; `nil` if it is exact, and in older files.
  ///
  /// For a limit in time it is scaled to the reference machine: ``ratio`` by ``limitScale``.
  package let interval: ConfidenceInterval?

  /// The limited percentile of the rows' samples, as a share of them; `nil` for the median, and without samples.
  package let percentile: Double?

  /// The calibration loop that scales a limit in time; `nil` if it isn't scaled.
  package let calibration: String?

  /// The time of that loop in the rounds as a multiple of its time on the reference machine; `nil` if not measured.
  package let slowdown: Double?

  /// Why it is uncertain, as the end of a sentence; `nil` if it isn't.
  package private(set) var reason: String?

  private var storedVerdict: BarVerdict?

  private enum CodingKeys: String, CodingKey {
    case name, row, comparedWith, ratio, limit, holds, kind, unit, interval, percentile,
      calibration,
      slowdown, reason
    case storedVerdict = "verdict"
  }

  /// Creates a result; without a judgement by rounds the value is exact.
  package init(
    name: String,
    row: String,
    comparedWith: String,
    ratio: Double,
    limit: Double,
    kind: BarKind = .ratio,
    unit: Double? = nil,
    percentile: Double? = nil,
    calibration: String? = nil,
    slowdown: Double? = nil,
    judgement: BarJudgement? = nil
  ) {
    let verdict = judgement?.verdict ?? (ratio <= limit ? .held : .missed)
    self.kind = kind
    self.unit = unit
    self.name = name
    self.row = row
    self.comparedWith = comparedWith
    self.ratio = ratio
    self.limit = limit
    self.holds = verdict == .held
    self.interval = judgement?.interval?.rounded()
    self.percentile = percentile
    self.calibration = calibration
    self.slowdown = slowdown.map(\.fiveDigits)
    self.reason = judgement?.reason
    self.storedVerdict = verdict
  }

  /// The verdict; files from before there were three have only `holds`.
  package var verdict: BarVerdict { storedVerdict ?? (holds ? .held : .missed) }

  /// The factor from the limit on the reference machine to the limit here.
  ///
  /// Never below 1: a machine with a faster clock isn't faster in everything, and the promise is in nanoseconds.
  package var limitScale: Double { max(1, slowdown ?? 1) }

  /// Whether both judge the same promise.
  func judgesSame(as other: BarResult) -> Bool {
    name == other.name && row == other.row && comparedWith == other.comparedWith
  }

  /// The result of the same promise in another run; `nil` if there is none.
  ///
  /// A limit set by the best of several rows may refer to another one of them there.
  package func counterpart(in others: [BarResult]) -> BarResult? {
    if let same = others.first(where: judgesSame(as:)) { return same }
    let similar = others.filter { $0.name == name && $0.row == row }
    return similar.count == 1 ? similar[0] : nil
  }

  /// Whether another start of the program may revise a miss: the value is beyond its limit by less than half of it, or a row with several
  /// threads or tasks decides.
  ///
  /// Starts of the same code differ by 2.5 % in 95 % of the rows, and the largest observed difference is 20 %; moved code has differed by
  /// more (docs/gate.md, G2). The timing of threads has no such bound: a lock without contention in one start, because all threads share
  /// one processor, takes a quarter of its time.
  ///
  /// - Parameter isConcurrent: Whether such a row decides.
  /// - Returns: Whether it may; never for an exact value.
  func mayDifferFromStartToStart(isConcurrent: Bool) -> Bool {
    guard verdict == .missed, let interval else { return false }
    return isConcurrent || interval.lower < 1.5 * limit
  }

  /// The result in view of another start of the program, with its code so many bytes further on: uncertain if that one doesn't miss the
  /// bar.
  func considering(_ other: BarResult, movedBy offset: Int) -> BarResult {
    guard verdict == .missed, other.verdict != .missed, limit > 0 else { return self }
    var result = self
    let share = (other.ratio / limit * 100).rounded() / 100
    result.storedVerdict = .uncertain
    let place = offset == 0 ? "" : ", with its code \(offset) bytes further on,"
    result.reason =
      "this start of the program misses it, and another one\(place) measured \(share) times the limit"
    return result
  }
}

/// The quantity that a bar limits.
package enum BarKind: String, Codable, Sendable {
  /// The time of a row, as a multiple of its floor's.
  case ratio
  /// The time of a row beyond its floor's, as a part of its limit.
  case difference
  /// The median of a row, as a part of its limit.
  case median
  /// A percentile of a row, as a part of its limit.
  case percentile
  /// The memory of a row, as a part of its limit.
  case memory
  /// The exponent with which a row grows.
  case exponent
  /// Allocations of an operation.
  case allocations
}

/// A bar of a measured row, without what it takes to judge it.
package struct UnjudgedBar: Codable, Equatable, Sendable {
  package let name: String
  package let row: String

  /// Why it is not judged, as the end of a sentence.
  package let reason: String

  package init(name: String, row: String, reason: String) {
    self.name = name
    self.row = row
    self.reason = reason
  }
}

/// A bar on the allocations of an operation, judged when the row is counted.
package struct AllocationLimit: Codable, Equatable, Sendable {
  let name: String
  let row: String
  /// The most allocations of an operation.
  let limit: Double

  package init(name: String, row: String, limit: Double) {
    self.name = name
    self.row = row
    self.limit = limit
  }

  /// Compares the counts with the promise.
  func result(for counts: RowCounts) -> BarResult {
    BarResult(
      name: name,
      row: row,
      comparedWith: "allocations an operation",
      // Slopes of whole numbers: a thousandth comes from the start of the program.
      ratio: (counts.allocations * 100).rounded() / 100,
      limit: limit,
      kind: .allocations
    )
  }
}
