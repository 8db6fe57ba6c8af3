/// A comparison that tells a reader most about a suite, in words: "a dispatch: 1.10x a compare-and-exchange".
package struct Highlight: Codable, Equatable, Sendable {
  /// A row that an operation is compared with.
  package struct Other: Codable, Equatable, Sendable {
    /// The name of the row, which is a floor or a peer of the first.
    package let row: String
    /// What an operation of it is, in words.
    package let words: String

    package init(row: String, words: String) {
      self.row = row
      self.words = words
    }
  }

  /// What an operation of the row is, in words.
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
