import Foundation

/// A mistake in a program's use of views: where it is, what is wrong, and how to fix it.
///
/// The rest of the tree continues to work.
public struct ViewDiagnosis: Error, Hashable, Sendable, CustomStringConvertible {
  /// The view, as the path from its root, or a node's description.
  public var subject: String
  /// The mistake.
  public var problem: String
  /// How to fix it.
  public var remedy: String

  /// Makes a diagnosis.
  public init(subject: String, problem: String, remedy: String) {
    (self.subject, self.problem, self.remedy) = (subject, problem, remedy)
  }

  /// `<subject>: <problem>; <remedy>`.
  public var description: String { "\(subject): \(problem); \(remedy)" }

  /// Prints the diagnosis to standard error, as a warning.
  public func printWarning() {
    FileHandle.standardError.write(Data("warning: \(self)\n".utf8))
  }
}
