/// Counts the calls of listeners, all of which run on one thread.
final class Calls: Sendable {
  // SAFETY: the store of each row tells its listeners on the thread that dispatches, which is the
  // main thread, or on one queue, which the main thread waits for; an atomic would cost more than what is measured.
  private nonisolated(unsafe) var calls = 0
  private nonisolated(unsafe) var sum = 0

  /// How often `count` was called.
  var total: Int { unsafe calls }

  @inline(__always)
  func count(_ value: Int) {
    unsafe calls &+= 1
    unsafe sum &+= value
  }
}
