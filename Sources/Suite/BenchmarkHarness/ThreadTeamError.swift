/// The system didn't start a thread.
public struct ThreadTeamError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The `errno` of `pthread_create`.
  public let code: Int32

  /// What the code means.
  public let reason: String

  /// What is wrong and what to do.
  public var description: String {
    "thread team: cannot start a thread: \(reason) (\(code)); raise `ulimit -u` or use fewer threads"
  }
}
