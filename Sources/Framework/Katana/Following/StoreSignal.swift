import Synchronization

/// Wakes the reader of a store's state, once until it has read the state; raised on the thread that has changed it.
///
/// Rule: raising a lowered signal wakes the reader, at once on the main actor, else by a task. The reader lowers it before it reads the
/// state. So a change after the reading wakes it again, and the last change is never missed.
final class StoreSignal: Sendable {
  private let isRaised = Atomic(false)
  private let wake: @Sendable @MainActor () -> Void

  init(wake: @escaping @Sendable @MainActor () -> Void) { self.wake = wake }

  var isUp: Bool { isRaised.load(ordering: .acquiring) }

  func raise() {
    // Mostly it is already raised: a frame may have many updates.
    guard !isUp, !isRaised.exchange(true, ordering: .acquiringAndReleasing) else { return }
    MainActorContext.run(wake)
  }

  /// Lowers the signal; returns whether it was raised.
  func lower() -> Bool {
    isUp && isRaised.exchange(false, ordering: .acquiringAndReleasing)
  }
}
