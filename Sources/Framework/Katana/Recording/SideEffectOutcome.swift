/// How a side effect ended.
public enum SideEffectOutcome: Hashable, Codable, Sendable {
  /// Its body returned.
  case success
  /// Its body threw an error, which is described.
  case failure(String)
  /// It ended because it was cancelled.
  case cancelled

  init(of error: any Error) {
    self = error is CancellationError ? .cancelled : .failure("\(error)")
  }
}
