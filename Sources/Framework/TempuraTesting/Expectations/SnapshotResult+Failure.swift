extension SnapshotResult {
  /// The reason why a test fails; nothing where it doesn't.
  ///
  /// `recording` is what the test itself says that is to be recorded.
  func failure(recording: SnapshotRecording?) -> String? {
    if !isAccepted { return description }
    guard let recording, recording != .none else { return nil }
    return """
      snapshot "\(name)": the test says `recording: .\(recording)`, so that it never compares; take \
      that out again, or record by \(SnapshotRecording.variable)=\(recording.rawValue)
      """
  }

  /// Kinds and paths of the pictures of a difference: `before`, `after` and `diff`, as far as they could be written.
  public var pictures: [(kind: String, path: String)] {
    (outcome.difference?.pictures ?? []).compactMap { path in
      guard let colon = path.firstIndex(of: ":") else { return nil }
      return (String(path[..<colon]), String(path[path.index(colon, offsetBy: 2)...]))
    }
  }
}
