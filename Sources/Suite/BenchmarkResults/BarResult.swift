/// How a bar was met in a run.
package struct BarResult: Codable, Equatable, Sendable {
  /// What was promised.
  package let name: String

  /// The row that it was promised of.
  package let row: String

  /// The row, or the duration, that it was compared with.
  package let comparedWith: String

  /// What was measured: a ratio, an exponent or a count of allocations.
  package let ratio: Double

  /// The largest of it that holds the promise.
  package let limit: Double

  /// Whether the promise holds.
  package let holds: Bool

  /// What was judged; `nil` in files of before it was written down.
  package let kind: BarKind?

  /// What a ratio of 1 is: nanoseconds of a difference or a median, bytes of memory; `nil` for the others.
  package let unit: Double?

  /// Compares what was measured with what was promised.
  ///
  /// - Parameters:
  ///   - name: What was promised.
  ///   - row: The row that it was promised of.
  ///   - comparedWith: The row, or the duration, that it was compared with.
  ///   - ratio: What was measured.
  ///   - limit: The largest of it that holds the promise.
  ///   - kind: What was judged.
  ///   - unit: What a ratio of 1 is; see ``unit``.
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

/// What a bar judges, and so what its numbers are.
package enum BarKind: String, Codable, Sendable {
  /// How many times its floor a row takes.
  case ratio
  /// How much longer than its floor a row takes, as a part of what it may.
  case difference
  /// The median of a row, as a part of what it may be.
  case median
  /// What a row holds in memory, as a part of what it may.
  case memory
  /// The exponent with which a row grows.
  case exponent
  /// How often an operation of a row allocates.
  case allocations
}

/// A bar of a row that was measured, without what it takes to judge it.
package struct UnjudgedBar: Codable, Equatable, Sendable {
  /// What was promised.
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
  /// What was promised.
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
