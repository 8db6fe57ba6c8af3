/// A benchmark computed a wrong answer.
public struct VerificationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was checked, such as `counter`.
  public let subject: String

  /// The right answer.
  public let expected: String

  /// The answer the body gave.
  public let found: String

  /// Creates an error.
  public init(_ subject: String, expected: String, found: String) {
    self.subject = subject
    self.expected = expected
    self.found = found
  }

  /// Checks that an answer is right.
  ///
  /// - Parameters:
  ///   - subject: What is checked, such as `counter`.
  ///   - found: The answer the body gave.
  ///   - expected: The right answer.
  /// - Throws: ``VerificationError`` if they differ.
  public static func check<Answer: Equatable>(
    _ subject: String,
    found: Answer,
    expected: Answer
  ) throws(VerificationError) {
    guard found == expected else {
      throw VerificationError(subject, expected: "\(expected)", found: "\(found)")
    }
  }

  /// What was checked, the right answer and the wrong one.
  public var description: String { "wrong \(subject): expected \(expected), found \(found)" }
}
