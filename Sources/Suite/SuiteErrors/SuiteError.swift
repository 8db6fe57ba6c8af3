import Glibc

/// An error of the environment or of the user: a subject, its problem, and the remedy.
///
/// A caller's bug is a `precondition` instead. Only an error that code distinguishes by more than its text has its own type.
package struct SuiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, option, program or row with the problem.
  package var subject: String
  /// A clause about the subject.
  package var problem: String
  /// A clause that asks for something.
  package var remedy: String

  package init(_ subject: String, _ problem: String, remedy: String) {
    self.subject = subject
    self.problem = problem
    self.remedy = remedy
  }

  /// `<subject>: <problem>; <remedy>`.
  package var description: String { "\(subject): \(problem); \(remedy)" }
}

/// The system's reason for a failed call.
package enum SystemReason {
  /// The text of an `errno`, by default the current one.
  package static func text(_ code: Int32 = errno) -> String {
    // SAFETY: `strerror` returns a text of the C library, which is copied at once.
    unsafe String(cString: strerror(code))
  }
}

extension SuiteError {
  /// An option whose pattern is no regular expression.
  package static func invalidPattern(_ option: String, _ pattern: String) -> SuiteError {
    SuiteError(
      "\(option) \(pattern)",
      "it is not a regular expression",
      remedy: "escape the characters that are special"
    )
  }

  /// An option whose pattern matches none of some rows.
  package static func nothingMatches(
    _ option: String,
    _ pattern: String,
    problem: String = "it matches no row",
    rows: [String]
  ) -> SuiteError {
    SuiteError(
      "\(option) \(pattern)",
      problem,
      remedy: "use a pattern that matches one of these:\n\(list(rows))"
    )
  }

  /// Rows in lines of their own.
  package static func list(_ rows: [String]) -> String {
    rows.map { "  \($0)" }.joined(separator: "\n")
  }
}
