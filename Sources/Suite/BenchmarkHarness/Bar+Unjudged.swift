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
