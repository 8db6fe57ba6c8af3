extension SnapshotResult {
  /// Why a test fails; nil if it doesn't.
  ///
  /// `recording` is the test's own setting.
  func failure(recording: SnapshotRecording?) -> String? {
    if !isAccepted { return description }
    guard let recording, recording != .none else { return nil }
    return """
      snapshot "\(name)": the test says `recording: .\(recording)`, so that it never compares; take \
      that out again, or record by \(SnapshotRecording.variable)=\(recording.rawValue)
      """
  }

  /// Kinds and paths of a difference's pictures: `before`, `after` and `diff`, if they could be written.
  public var pictures: [(kind: String, path: String)] {
    (outcome.difference?.pictures ?? []).compactMap { path in
      guard let colon = path.firstIndex(of: ":") else { return nil }
      return (String(path[..<colon]), String(path[path.index(colon, offsetBy: 2)...]))
    }
  }
}
