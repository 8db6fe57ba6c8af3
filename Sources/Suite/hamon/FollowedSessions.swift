import Synchronization

/// How many sessions are followed, and whether that has come to an end.
final class FollowedSessions: Sendable {
  private let state = Mutex((running: 0, ended: 0))

  /// Notes that one is followed.
  func begin() { state.withLock { $0.running += 1 } }

  /// Notes that one has ended.
  func end() {
    state.withLock {
      $0.running -= 1
      $0.ended += 1
    }
  }

  /// How many are followed now.
  var count: Int { state.withLock { $0.running } }

  /// Whether there were some and none is left.
  var hasEnded: Bool { state.withLock { $0.running == 0 && $0.ended > 0 } }
}
