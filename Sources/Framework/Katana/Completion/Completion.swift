import FrameworkEvents
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
  //  3. A task that is cancelled while it waits is taken out of the waiters under the same lock, so that it
  //     is resumed once: by whoever takes it out.
  //  4. The error is written before the phase becomes failed, and read after.

  private enum Phase {
    static let pending: UInt8 = 0
    static let awaited: UInt8 = 1
    static let finished: UInt8 = 2
    static let failed: UInt8 = 3
  }

  /// A task that waits.
  ///
  // SAFETY: rule 3; each continuation is resumed once.
  @safe
  private struct Waiter {
    /// 0 for one that waits whatever happens.
    let id: Int
    let continuation: UnsafeContinuation<Void, Never>
    /// Whether its task was cancelled: then it waits only for the end of what was cancelled with it.
    var isCancelled = false

    func resume() { unsafe continuation.resume() }
  }

  /// The parts that only few completions have.
  private struct Details {
    var waiting: [Waiter] = []
    /// Those whose tasks were cancelled before they waited.
    var cancelledIDs: Set<Int> = []
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

  private static let lastWaiterID = Atomic<Int>(0)

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

  /// Makes one that has failed, with an error that may go unobserved.
  static func failed(_ error: any Error) -> Completion {
    let completion = Completion()
    completion.fail(error)
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
  nonisolated(nonsending) final func wait() async {
    if isFinished { return }
    await unsafe withUnsafeContinuation { unsafe join(Waiter(id: 0, continuation: $0)) }
  }

  /// As `wait()`; where the waiting task is cancelled and nobody else waits, what is awaited is cancelled
  /// too, and its end is waited for.
  ///
  /// - Throws: `CancellationError`, at once, where the task is cancelled and others wait still.
  @usableFromInline
  nonisolated(nonsending) final func waitOrCancel() async throws(CancellationError) {
    if isFinished { return }
    guard endsWithAwaiters else { return await wait() }
    try await waitUnlessCancelled()
  }

  /// As `waitOrCancel()`, for all items.
  final func waitUnlessCancelled(
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    let id = Self.lastWaiterID.add(1, ordering: .relaxed).newValue
    await withTaskCancellationHandler {
      // Captured: otherwise the closure would run on the global executor.
      _ = isolation
      await unsafe withUnsafeContinuation { unsafe join(Waiter(id: id, continuation: $0)) }
    } onCancel: {
      leave(id)
    }
    // Whoever was let go, and finds that it is over all the same, may have what it came for.
    if !isFinished { throw CancellationError() }
  }

  /// Makes a task wait, or resumes it.
  private func join(_ waiter: Waiter) {
    enum Outcome { case waits, goesOn, isLast }
    let outcome = details.withLock { details -> Outcome in
      let (_, seen) = phase.compareExchange(
        expected: Phase.pending,
        desired: Phase.awaited,
        ordering: .acquiringAndReleasing
      )
      if seen >= Phase.finished { return .goesOn }
      var changed = details.value ?? Details()
      defer { details.value = changed }
      guard changed.cancelledIDs.remove(waiter.id) != nil else {
        changed.waiting.append(waiter)
        return .waits
      }
      if changed.waiting.contains(where: { !$0.isCancelled }) { return .goesOn }
      var waiter = waiter
      waiter.isCancelled = true
      changed.waiting.append(waiter)
      return .isLast
    }
    switch outcome {
    case .waits: break
    case .goesOn: waiter.resume()
    case .isLast: endWithoutAwaiters()
    }
  }

  /// Lets a cancelled task go; the last one ends the item that all of them wait for.
  private func leave(_ id: Int) {
    let (leaving, isLast) = details.withLock { details -> (Waiter?, Bool) in
      if isFinished { return (nil, false) }
      var changed = details.value ?? Details()
      defer { details.value = changed }
      guard let index = changed.waiting.firstIndex(where: { $0.id == id }) else {
        changed.cancelledIDs.insert(id)
        return (nil, false)
      }
      changed.waiting[index].isCancelled = true
      if changed.waiting.contains(where: { !$0.isCancelled }) {
        return (changed.waiting.remove(at: index), false)
      }
      return (nil, true)
    }
    leaving?.resume()
    if isLast { endWithoutAwaiters() }
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
  ///   - error: The reason.
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

  /// How many tasks wait; what tests wait for.
  final var waiterCount: Int { details.withLock { $0.value?.waiting.count ?? 0 } }

  /// Asks the item to end early, or not to begin.
  @usableFromInline
  func cancel() {}

  /// Whether it ends early when the last task that awaits it is cancelled.
  var endsWithAwaiters: Bool { false }

  /// Asks the item to end early, because nobody awaits it any more.
  func endWithoutAwaiters() { cancel() }

  /// The call for an unobserved error, for a completion that takes this one's place.
  final var onUnobservedError: (@Sendable (any Error) -> Void)? {
    details.withLock { $0.value?.onUnobserved }
  }

  private func resumeWaiting() {
    let waiting = details.withLock { details in
      defer { details.value?.waiting = [] }
      return details.value?.waiting ?? []
    }
    for waiter in waiting { waiter.resume() }
  }
}
