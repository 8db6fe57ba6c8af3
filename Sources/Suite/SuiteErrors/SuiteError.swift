/// The world's fault: a subject, its problem, and the remedy.
///
/// A caller's bug is a `precondition` instead, and only an error that somebody tells apart by more than its
/// text has a type of its own.
package struct SuiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, option, program or row that the problem is with.
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
