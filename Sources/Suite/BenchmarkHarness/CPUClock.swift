/// Whose CPU time was measured.
public enum CPUClock: String, Codable, Sendable {
  /// That of the thread that ran the body.
  case thread
  /// That of all threads of the process, for bodies that suspend or use several threads.
  case process
  /// That of the processes that the body has started and waited for.
  case children
}
