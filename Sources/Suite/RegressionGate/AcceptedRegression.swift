/// A regression that somebody has accepted, by name and reason.
package struct AcceptedRegression: Codable, Equatable, Sendable {
  /// The benchmark executable; `nil` for any, as before it was kept.
  package let executable: String?
  /// The full name of the row.
  package let row: String
  /// Why it is accepted.
  package let reason: String
  /// When, as an ISO 8601 date.
  package let date: String
  /// By what share each metric may have grown: what was measured then, and its limit once more.
  package let changes: [String: Double]

  /// Accepts what a row shows.
  ///
  /// - Parameters:
  ///   - judgement: The row.
  ///   - reason: Why.
  ///   - date: When, as an ISO 8601 date.
  package init(_ judgement: RowJudgement, reason: String, date: String) {
    executable = judgement.evidence.executable
    row = judgement.evidence.row
    self.reason = reason
    self.date = date
    changes = Dictionary(
      judgement.regressions.map { comparison in
        // What grows from nothing has no share; any number of them is accepted.
        let growth = comparison.change.map { $0 + comparison.limit }
        return (comparison.metric.rawValue, growth ?? .greatestFiniteMagnitude)
      },
      uniquingKeysWith: max
    )
  }

  /// Whether it accepts all that has regressed of a row.
  func covers(_ judgement: RowJudgement) -> Bool {
    guard judgement.evidence.row == row,
      executable == nil || executable == judgement.evidence.executable
    else { return false }
    return judgement.regressions.allSatisfy { comparison in
      guard let limit = changes[comparison.metric.rawValue] else { return false }
      return (comparison.change ?? 0) <= limit
    }
  }
}
