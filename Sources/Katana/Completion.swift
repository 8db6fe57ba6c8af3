import Synchronization

/// Something that finishes once and may be awaited by any number of tasks.
///
/// Neither final nor generic: a queued item is its own completion, which saves an allocation an item,
/// and code outside of a generic type's module would look its metadata up, which costs more.
@usableFromInline
class Completion: @unchecked Sendable {
  // Why this is Sendable: both stored properties are. The class is `@unchecked` because a class that
  // isn't final can't be checked; its subclasses state their own reasons.
  //
  //  1. `phase` goes from pending to finished, or from pending to awaited to finished; only `finish`
  //     makes it finished.
  //  2. It becomes awaited under the lock of `waiting`, in the section that appends the first waiter.
  //     So a `finish` that finds it awaited finds every waiter that was appended before, once it has
  //     the lock, and a waiter that gets the lock later finds the phase finished.

  private enum Phase {
    static let pending: UInt8 = 0
    static let awaited: UInt8 = 1
    static let finished: UInt8 = 2
  }

  private let phase = Atomic<UInt8>(Phase.pending)
  private let waiting = OrderedMutex<[UnsafeContinuation<Void, Never>]>([])

  @usableFromInline
  init() {}

  @usableFromInline
  final var isFinished: Bool {
    phase.load(ordering: .acquiring) == Phase.finished
  }

  /// Returns as soon as it is finished.
  @usableFromInline
  final func wait() async {
    await withUnsafeContinuation { continuation in
      let isFinished = waiting.withLock { continuations in
        let (_, seen) = phase.compareExchange(
          expected: Phase.pending,
          desired: Phase.awaited,
          ordering: .acquiringAndReleasing
        )
        if seen == Phase.finished { return true }
        continuations.append(continuation)
        return false
      }
      if isFinished { continuation.resume() }
    }
  }

  /// Resumes whoever waits.
  ///
  /// Called exactly once.
  @usableFromInline
  final func finish() {
    guard phase.exchange(Phase.finished, ordering: .acquiringAndReleasing) == Phase.awaited else {
      return
    }
    let continuations = waiting.withLock { continuations in
      defer { continuations = [] }
      return continuations
    }
    for continuation in continuations { continuation.resume() }
  }
}
