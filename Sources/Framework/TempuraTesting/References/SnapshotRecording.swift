import Foundation

/// The references that are written instead of compared.
///
/// Source: docs/semantics/tempura.md, S3.
public enum SnapshotRecording: String, CaseIterable, Hashable, Sendable {
  /// None: a reference that is missing is a failure.
  case none
  /// Those that are missing.
  case missing
  /// Those that are missing or differ.
  case all

  /// The environment variable that says what is recorded.
  public static let variable = "TEMPURA_SNAPSHOTS"
  /// The variable's value by which references that no test uses are removed when the process ends, and nothing is recorded.
  public static let pruning = "prune"

  private static let fromProcess = Result { () throws(SnapshotError) in
    try named(ProcessInfo.processInfo.environment[variable])
  }

  /// What the environment variable says, as it was when it was first asked for; none where it isn't set.
  ///
  /// - Throws: ``SnapshotError`` if it has another value.
  public static func ofEnvironment() throws(SnapshotError) -> SnapshotRecording {
    try fromProcess.get()
  }

  static func named(_ value: String?) throws(SnapshotError) -> SnapshotRecording {
    guard let value, !value.isEmpty, value != pruning else { return .none }
    guard let recording = SnapshotRecording(rawValue: value) else {
      throw .unknownRecording(variable: variable, value: value)
    }
    return recording
  }
}
