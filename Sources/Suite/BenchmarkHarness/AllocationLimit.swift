/// A bar on how often an operation allocates, which is judged when the row is counted.
struct AllocationLimit: Codable, Equatable, Sendable {
  /// What was promised.
  let name: String
  /// The row that it was promised of.
  let row: String
  /// How often an operation may allocate.
  let limit: Double

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
