/// How a bar was met in a run.
package struct BarResult: Codable, Equatable, Sendable {
  package let name: String

  /// The row that it was promised of.
  package let row: String

  /// The row, or the duration, that it was compared with.
  package let comparedWith: String

  /// The measured ratio, exponent or count of allocations.
  package let ratio: Double

  /// The largest of it that holds the promise.
  package let limit: Double

  /// Whether the verdict is ``BarVerdict/held``; what older versions read.
  package let holds: Bool

  /// The kind of the bar; `nil` in older files.
  package let kind: BarKind?

  /// The value of a ratio of 1: nanoseconds of a difference or a median, bytes of memory; `nil` for the others.
  package let unit: Double?

  /// Where the value lies that is compared with the limit; `nil` where it is exact, and in older files.
  ///
  /// Of a limit in time it is that of the reference machine: ``ratio`` by ``limitScale``.
  package let interval: ConfidenceInterval?

  /// The percentile of the rows' samples that is limited, as a share of them; `nil` for the median, and where there
  /// are no samples.
  package let percentile: Double?

  /// The calibration loop that a limit in time is scaled by; `nil` where it isn't scaled.
  package let calibration: String?

  /// How many times as long as on the reference machine that loop took in the rounds; `nil` where it wasn't measured.
  package let slowdown: Double?

  /// Why it can't be told, as the end of a sentence; `nil` where it can.
  package private(set) var reason: String?

  private var storedVerdict: BarVerdict?

  private enum CodingKeys: String, CodingKey {
    case name, row, comparedWith, ratio, limit, holds, kind, unit, interval, percentile,
      calibration,
      slowdown, reason
    case storedVerdict = "verdict"
  }

  /// Notes how a bar was met; without a judgement by rounds the value is exact.
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
    self.slowdown = slowdown.map(Statistics.rounded)
    self.reason = judgement?.reason
    self.storedVerdict = verdict
  }

  /// The verdict; of files of before there were three, that which they had.
  package var verdict: BarVerdict { storedVerdict ?? (holds ? .held : .missed) }

  /// How many times the limit is what it is on the reference machine.
  ///
  /// Never below 1: a machine whose clock is faster isn't faster in everything, and the promise is in nanoseconds.
  package var limitScale: Double { max(1, slowdown ?? 1) }

  /// Whether both are of the same promise.
  func judgesSame(as other: BarResult) -> Bool {
    name == other.name && row == other.row && comparedWith == other.comparedWith
  }

  /// The result of the same promise among those of another run; `nil` where there is none.
  ///
  /// A limit that is set by the best of several rows may be compared with another one of them there.
  package func counterpart(in others: [BarResult]) -> BarResult? {
    if let same = others.first(where: judgesSame(as:)) { return same }
    let similar = others.filter { $0.name == name && $0.row == row }
    return similar.count == 1 ? similar[0] : nil
  }

  /// Whether another start of the program may tell that it isn't missed: it is beyond its limit by less than half of it, or what it
  /// is judged by is of several threads or tasks.
  ///
  /// Starts of the same code differ by 2.5 % in 95 % of the rows, and the largest difference that was seen is 20 %; code that lies
  /// elsewhere has differed by more (docs/gate.md, G2). How threads meet has no such bound: a lock that nobody contends for in
  /// one start, since all of them lie on one processor, takes a quarter of its time.
  ///
  /// - Parameter isConcurrent: Whether it is judged by such a row.
  /// - Returns: Whether it may; never of what is exact.
  func mayDifferFromStartToStart(isConcurrent: Bool) -> Bool {
    guard verdict == .missed, let interval else { return false }
    return isConcurrent || interval.lower < 1.5 * limit
  }

  /// The result in view of another start of the program, whose code lies so many bytes further on: where that one doesn't miss the
  /// bar, it can't be told.
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
  /// The time of a row, in times of its floor.
  case ratio
  /// The time of a row beyond that of its floor, as a part of its limit.
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

/// A bar of a row that was measured, without what it takes to judge it.
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

/// A bar on how often an operation allocates, which is judged when the row is counted.
package struct AllocationLimit: Codable, Equatable, Sendable {
  let name: String
  let row: String
  /// How often an operation may allocate.
  let limit: Double

  package init(name: String, row: String, limit: Double) {
    self.name = name
    self.row = row
    self.limit = limit
  }

  /// Compares what was counted with what was promised.
  func result(for counts: RowCounts) -> BarResult {
    BarResult(
      name: name,
      row: row,
      comparedWith: "allocations an operation",
      // Slopes of whole numbers: what a thousandth is of is the start of the program.
      ratio: (counts.allocations * 100).rounded() / 100,
      limit: limit,
      kind: .allocations
    )
  }
}
