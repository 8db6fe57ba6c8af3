/// The nine operations of js-framework-benchmark, for a table of any size.
///
/// Source: S. Krause, js-framework-benchmark.
package enum RowOperation: String, CaseIterable, Sendable {
  case create = "create rows"
  case replaceAll = "replace all rows"
  case updateEveryTenth = "update every 10th row"
  case select = "select row"
  case swap = "swap rows"
  case remove = "remove row"
  case createMany = "create many rows"
  case append = "append rows to large table"
  case clear = "clear rows"

  /// How many rows it is about where it is as in the original.
  package static let usualCount = 1000

  /// The table that the operation is applied to.
  ///
  /// - Parameters:
  ///   - count: How many rows it is about, at least 4.
  ///   - seed: The same seed gives the same rows.
  /// - Returns: An empty table, or one of so many rows.
  package func start(count: Int = usualCount, seed: UInt64) -> RowTable {
    precondition(count >= 4, "count is \(count), not at least 4")
    return switch self {
    case .create, .createMany: RowTable(seed: seed)
    case .replaceAll, .updateEveryTenth, .select, .swap, .remove, .append, .clear:
      RowTable(rows: count, seed: seed)
    }
  }

  /// Applies the operation to a table of ``start(count:seed:)``, or to one that it has been applied to before
  /// and that has rows enough.
  ///
  /// - Complexity: Proportional to the rows that it is about; O(1) for `select` and `swap`.
  package func apply(to table: inout RowTable, count: Int = usualCount) {
    switch self {
    case .create, .replaceAll: table.replaceAll(by: count)
    case .updateEveryTenth: table.update(every: 10)
    case .select: table.select(at: 1)
    // The second and the last but one, as 2 and 999 of a thousand.
    case .swap: table.swap(1, table.rows.count - 2)
    case .remove: table.remove(at: 3)
    case .createMany: table.replaceAll(by: 10 * count)
    case .append: table.append(count)
    case .clear: table.clear()
    }
  }
}
