/// One of the comparisons that say most about a suite, in words: "a dispatch: 1.10x a compare-and-exchange".
package struct Highlight: Codable, Equatable, Sendable {
  /// A row to compare with.
  package struct Other: Codable, Equatable, Sendable {
    /// The name of the row, a floor or a peer of the first.
    package let row: String
    /// An operation of it, in words.
    package let words: String

    package init(row: String, words: String) {
      self.row = row
      self.words = words
    }
  }

  /// An operation of the row, in words.
  package let subject: String
  package let row: String
  /// What it is compared with.
  package let others: [Other]

  package init(subject: String, row: String, others: [Other]) {
    self.subject = subject
    self.row = row
    self.others = others
  }
}
