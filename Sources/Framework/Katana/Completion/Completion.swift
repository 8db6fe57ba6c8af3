import FrameworkEvents
import Signposts
public import Synchronization

/// Something that finishes once and may be awaited by any number of tasks.
///
/// Neither final nor generic: a queued item is its own completion, which saves an allocation an item,
/// and code outside of a generic type's module would look its metadata up, which costs more.
@usableFromInline
class Completion: @unchecked Sendable {
  // Why this is Sendable: both stored properties are. The class is `@unchecked` because a class that
  // isn't final can't be checked; its subclasses state their own reasons.
  //
  //  1. The state is a word of flags and, while one task alone waits, that task's continuation. It becomes
  //     over once: only `finish` and `fail` make it so, and one of them is called, once. Until then flags are
  //     only added.
  //  2. The first who waits takes the first place, by the change from 0 to `taken`, and puts its continuation
  //     there as soon as it has one. So whoever finishes and finds it there resumes it, and a first one that
  //     comes too late finds that it is over.
  //  3. All others wait in `details`. The flag `more` is set under their lock, in the section that appends a
  //     waiter, and only while it isn't over. So whoever finishes and finds the flag finds every waiter that
  //     was appended before, once it has the lock, and nobody is appended after.
  //  4. A task that is cancelled while it waits is taken out under the same lock, so that it is resumed once:
  //     by whoever takes it out. The first is taken out by changing the word, so that `finish` finds it there
  //     or not.
  //  5. The error is written before the state becomes failed, and read after.

  /// The bits of the state.
  enum Bits {
    /// It has finished or failed; nothing changes any more.
    static let over: UInt = 1
    /// With `over`: it has failed.
    static let failed: UInt = 2
    /// Without: somebody has taken the first place.
    static let taken: UInt = 2
    /// Others wait in `details`.
    static let more: UInt = 4
    /// Whoever has the first place doesn't wait any more, or shall not begin to.
    static let letGo: UInt = 8
    /// The continuation in the first place; the address of a task, which is a multiple of 16.
    static let continuation: UInt = ~15
  }

  /// A task that waits elsewhere than in the first place.
  ///
  // SAFETY: rule 4; each continuation is resumed once.
  @safe
  struct Waiter {
    /// A number that no other waiter of the process has.
    let place: Int
    let continuation: UnsafeContinuation<Void, Never>
    /// Whether its task was cancelled: then it waits only for the end of what was cancelled with it.
    var isCancelled = false

    func resume() { unsafe continuation.resume() }
  }

  /// The parts that only few completions have.
  struct Details {
    var waiting: [Waiter] = []
    /// Those of tasks that were cancelled before they waited.
    var cancelledPlaces: Set<Int> = []
    /// As a waiter's, of the one in the first place.
    var isFirstCancelled = false
    var error: (any Error)?
    /// Told of the error unless somebody asks for it.
    var onUnobserved: (@Sendable (any Error) -> Void)?
    var redispatch: (@Sendable () -> Completion)?
    var itemType: (any Any.Type)?
  }

  /// Room for one reference, because most completions have no details.
  enum OptionalDetails {
    case none
    indirect case some(Details)

    var value: Details? {
      get { if case .some(let details) = self { details } else { nil } }
      set { self = newValue.map { .some($0) } ?? .none }
    }
  }

  @usableFromInline final let state = Atomic<UInt>(0)
  final let details = OrderedMutex(OptionalDetails.none)

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
    guard hasFailed else { return }
    let unobserved = details.withLock { details in
      details.value.flatMap { details in
        details.error.flatMap { error in details.onUnobserved.map { (error, $0) } }
      }
    }
    if let (error, onUnobserved) = unobserved { onUnobserved(error) }
  }

  @inlinable
  final var isFinished: Bool { state.load(ordering: .acquiring) & 1 != 0 }

  private final var hasFailed: Bool {
    state.load(ordering: .acquiring) & (Bits.over | Bits.failed) == Bits.over | Bits.failed
  }

  /// Throws the error if it has failed; the error counts as observed then.
  @usableFromInline
  final func check() throws {
    guard hasFailed else { return }
    let error = details.withLock { details in
      details.value?.onUnobserved = nil
      return details.value?.error
    }
    if let error { throw error }
  }

  /// Resumes whoever waits.
  @usableFromInline
  final func finish() {
    resumeWaiting(of: state.exchange(Bits.over, ordering: .acquiringAndReleasing))
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
    resumeWaiting(of: state.exchange(Bits.over | Bits.failed, ordering: .acquiringAndReleasing))
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

  /// What the finished item returned; `()` for one that returns nothing.
  @usableFromInline
  var product: any Sendable { () }

  /// What the item is called in an error about its value.
  @usableFromInline
  var itemDescription: String { "side effect" }

  /// Asks the item to end early, or not to begin.
  @usableFromInline
  func cancel() {}

  /// Whether it ends early when the last task that awaits it is cancelled.
  @usableFromInline
  var endsWithAwaiters: Bool { false }

  /// Asks the item to end early, because nobody awaits it any more.
  func endWithoutAwaiters() { cancel() }

  /// The call for an unobserved error, for a completion that takes this one's place.
  final var onUnobservedError: (@Sendable (any Error) -> Void)? {
    details.withLock { $0.value?.onUnobserved }
  }
}

extension Completion {
  /// The value of a finished item, in the type that its handle promises.
  ///
  /// - Throws: The error if it has failed; `StoreError.noValue` if an interceptor has seen to it that
  ///   there is no value.
  @inlinable
  final func value<Value: Sendable>(as type: Value.Type) throws -> Value {
    try check()
    // SAFETY: both are the same type, which has no representation. A cast takes longer.
    if Value.self == Void.self { return unsafe unsafeBitCast((), to: Value.self) }
    // What knows no type, such as `anyDispatch`, gets nothing where the side effect was dropped.
    if let value = Self.cast(product, to: Value.self) { return value }
    throw StoreError.noValue(item: itemDescription, expected: "\(Value.self)")
  }

  /// As `as?`, at once where both are one type: what the runtime does for a cast takes 400 instructions.
  @inlinable
  static func cast<Product: Sendable, Value>(
    _ product: Product,
    to type: Value.Type
  ) -> Value? {
    // SAFETY: both names are of one type.
    Product.self == Value.self
      ? unsafe unsafeBitCast(product, to: Value.self) : product as? Value
  }
}
