import Foundation

/// Which references are written instead of compared.
///
/// Source: docs/semantics/tempura.md, S3.
public enum SnapshotRecording: String, CaseIterable, Hashable, Sendable {
  /// None: a missing reference is a failure.
  case none
  /// Missing ones.
  case missing
  /// Missing and different ones.
  case all

  /// The environment variable that sets what to record.
  public static let variable = "TEMPURA_SNAPSHOTS"
  /// The variable's value that records nothing, and removes unused references when the process ends.
  public static let pruning = "prune"

  private static let fromProcess = Result { () throws(SnapshotError) in
    try named(ProcessInfo.processInfo.environment[variable])
  }

  /// The environment variable's setting when first read; none if it isn't set.
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
