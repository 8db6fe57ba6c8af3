extension GateReport {
  /// Names the rows that pass by their wall time alone, because their counts depend on the memory layout.
  var undecidedCountsNote: String? {
    let names = rows.filter { row in
      row.verdict == .pass
        && row.comparisons.contains {
          $0.isGated && $0.metric == .instructions && $0.verdict == .unknown
        }
    }.map(\.evidence.row)
    guard let first = names.first else { return nil }
    let others = names.count == 1 ? "" : " and \(names.count - 1) more"
    return
      "\(first)\(others): what is executed differs between memory layouts as much as between the sides, so only "
      + "the wall time decides"
  }
}
