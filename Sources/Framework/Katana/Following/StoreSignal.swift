import Synchronization

/// Tells what shows a state, once until it has read it, that the store's state has changed; raised on whichever thread has changed it.
///
/// Rule: whoever raises a signal that was down wakes the one that shows, on the main actor at once, and else by a task; this one lowers
/// it before it reads the state. So a change after the reading wakes again, and the last one is never missed.
final class StoreSignal: Sendable {
  private let isRaised = Atomic(false)
  private let wake: @Sendable @MainActor () -> Void

  init(wake: @escaping @Sendable @MainActor () -> Void) { self.wake = wake }

  var isUp: Bool { isRaised.load(ordering: .acquiring) }

  func raise() {
    // Mostly it is up: a frame may have many updates.
    guard !isUp, !isRaised.exchange(true, ordering: .acquiringAndReleasing) else { return }
    MainActorContext.run(wake)
  }

  /// Lowers the signal; returns whether it was up.
  func lower() -> Bool {
    isUp && isRaised.exchange(false, ordering: .acquiringAndReleasing)
  }
}
