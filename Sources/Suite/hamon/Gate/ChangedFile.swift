import Counting
import RegressionGate

/// A source that differs between two sides.
struct ChangedFile: Equatable {
  /// Its path from the top of the repository.
  let path: String
  /// The lines of the head that differ.
  let lines: [String]
}

extension ComparedSides {
  /// What differs, for rows that have changed where no source differs.
  func changedNote(on rows: [RowJudgement]) -> String? {
    let elsewhere = rows.filter { row in
      let differences = row.evidence.attribution?.differences
      guard let culprit = differences?.first?.culprits.first else { return false }
      // Such as the caller of an inlinable function of another module.
      return !changed.contains { "/\(culprit.line?.file ?? "")".hasSuffix("/\($0.path)") }
    }
    guard let first = elsewhere.first, !changed.isEmpty else { return nil }
    let places = changed.map { file in
      let more = file.lines.count > 5 ? " ..." : ""
      return "\(file.path):\(file.lines.prefix(5).joined(separator: ", "))\(more)"
    }
    let others = elsewhere.count > 1 ? " and \(elsewhere.count - 1) more" : ""
    return "\(first.evidence.row)\(others): no line that differs is known to be the reason, as "
      + "inlinable code of another module has none in its callers; what differs: "
      + places.joined(separator: "; ")
  }
}
