/// How a bar was met in a run.
package struct BarResult: Codable, Equatable, Sendable {
  /// The name of the bar.
  package let name: String

  /// The row that it was promised of.
  package let row: String

  /// The row, or the duration, that it was compared with.
  package let comparedWith: String

  /// The measured ratio, exponent or count of allocations.
  package let ratio: Double

  /// The largest of it that holds the promise.
  package let limit: Double

  /// Whether the promise holds.
  package let holds: Bool

  /// The kind of the bar; `nil` in older files.
  package let kind: BarKind?

  /// The value of a ratio of 1: nanoseconds of a difference or a median, bytes of memory; `nil` for the others.
  package let unit: Double?

  /// Compares a measured value with the limit.
  package init(
    name: String,
    row: String,
    comparedWith: String,
    ratio: Double,
    limit: Double,
    kind: BarKind = .ratio,
    unit: Double? = nil
  ) {
    self.kind = kind
    self.unit = unit
    self.name = name
    self.row = row
    self.comparedWith = comparedWith
    self.ratio = ratio
    self.limit = limit
    self.holds = ratio <= limit
  }

  /// Whether both are of the same promise.
  func judgesSame(as other: BarResult) -> Bool {
    name == other.name && row == other.row && comparedWith == other.comparedWith
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
  /// The memory of a row, as a part of its limit.
  case memory
  /// The exponent with which a row grows.
  case exponent
  /// Allocations of an operation.
  case allocations
}

/// A bar of a row that was measured, without what it takes to judge it.
package struct UnjudgedBar: Codable, Equatable, Sendable {
  /// The name of the bar.
  package let name: String

  /// The row that it was promised of.
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
  /// The name of the bar.
  let name: String
  /// The row that it was promised of.
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
