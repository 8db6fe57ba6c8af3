import Signposts
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
  //  1. `phase` goes from pending to finished or failed, or from pending to awaited and then to one of
  //     the two; only `finish` and `fail` make it so, and one of them is called, once.
  //  2. It becomes awaited under the lock of `details`, in the section that appends the first waiter.
  //     So whoever finishes and finds it awaited finds every waiter that was appended before, once it
  //     has the lock, and a waiter that gets the lock later finds it over.
  //  3. The error is written before the phase becomes failed, and read after.

  private enum Phase {
    static let pending: UInt8 = 0
    static let awaited: UInt8 = 1
    static let finished: UInt8 = 2
    static let failed: UInt8 = 3
  }

  /// What only few completions have.
  private struct Details {
    var waiting: [UnsafeContinuation<Void, Never>] = []
    var error: (any Error)?
    /// Told of the error unless somebody asks for it.
    var onUnobserved: (@Sendable (any Error) -> Void)?
    var redispatch: (@Sendable () -> Completion)?
    var itemType: (any Any.Type)?
  }

  /// Room for one reference, because most completions have no details.
  private enum OptionalDetails {
    case none
    indirect case some(Details)

    var value: Details? {
      get { if case .some(let details) = self { details } else { nil } }
      set { self = newValue.map { .some($0) } ?? .none }
    }
  }

  private let phase = Atomic<UInt8>(Phase.pending)
  private let details = OrderedMutex(OptionalDetails.none)

  @usableFromInline
  init() {}

  /// Makes one that is finished.
  static func finished() -> Completion {
    let completion = Completion()
    completion.finish()
    return completion
  }

  deinit {
    guard phase.load(ordering: .acquiring) == Phase.failed else { return }
    let unobserved = details.withLock { details in
      details.value.flatMap { details in
        details.error.flatMap { error in details.onUnobserved.map { (error, $0) } }
      }
    }
    if let (error, onUnobserved) = unobserved { onUnobserved(error) }
  }

  @usableFromInline
  final var isFinished: Bool {
    phase.load(ordering: .acquiring) >= Phase.finished
  }

  /// Returns as soon as it is finished or has failed.
  @usableFromInline
  final func wait() async {
    if isFinished { return }
    await withUnsafeContinuation { continuation in
      let isOver = details.withLock { details in
        let (_, seen) = phase.compareExchange(
          expected: Phase.pending,
          desired: Phase.awaited,
          ordering: .acquiringAndReleasing
        )
        if seen >= Phase.finished { return true }
        details.value = details.value ?? Details()
        details.value?.waiting.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }

  /// Throws the error if it has failed; the error counts as observed then.
  @usableFromInline
  final func check() throws {
    guard phase.load(ordering: .acquiring) == Phase.failed else { return }
    let error = details.withLock { details in
      details.value?.onUnobserved = nil
      return details.value?.error
    }
    if let error { throw error }
  }

  /// Resumes whoever waits.
  @usableFromInline
  final func finish() {
    if phase.exchange(Phase.finished, ordering: .acquiringAndReleasing) == Phase.awaited {
      resumeWaiting()
    }
  }

  /// Resumes whoever waits, with an error.
  ///
  /// - Parameters:
  ///   - error: What went wrong.
  ///   - onUnobserved: Called when the completion goes away and nobody has asked for the error.
  ///   - redispatch: Hands the same item to the store again, for `retry`.
  ///   - itemType: The item's type, for the trace.
  final func fail(
    _ error: any Error,
    onUnobserved: (@Sendable (any Error) -> Void)? = nil,
    redispatch: (@Sendable () -> Completion)? = nil,
    itemType: (any Any.Type)? = nil
  ) {
    details.withLock { details in
      var changed = details.value ?? Details()
      changed.error = error
      changed.onUnobserved = onUnobserved
      changed.redispatch = redispatch
      changed.itemType = itemType
      details.value = changed
    }
    if phase.exchange(Phase.failed, ordering: .acquiringAndReleasing) == Phase.awaited {
      resumeWaiting()
    }
  }

  /// The id in the trace of the item that it is of, where that is known.
  var traceID: SignpostID { .none }

  /// Notes in the trace that the item is tried again.
  final func recordRetry(attempt: Int, delay: Duration, error: any Error) {
    KatanaTracepoints.itemRetried(
      id: traceID,
      name: TraceName(of: details.withLock { $0.value?.itemType } ?? Completion.self),
      attempt: attempt,
      delay: delay,
      error: error
    )
  }

  /// Hands the same item to the store again; `nil` if it didn't fail or can't be repeated.
  final func redispatched() -> Completion? {
    details.withLock { $0.value?.redispatch }?()
  }

  /// Asks the item to end early, or not to begin.
  @usableFromInline
  func cancel() {}

  private func resumeWaiting() {
    let waiting = details.withLock { details in
      defer { details.value?.waiting = [] }
      return details.value?.waiting ?? []
    }
    for continuation in waiting { continuation.resume() }
  }
}
