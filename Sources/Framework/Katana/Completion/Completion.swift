import FrameworkEvents
import Signposts
public import Synchronization

/// Something that finishes once and that any number of tasks may await.
///
/// Neither final nor generic. A queued item is its own completion, which saves an allocation per item; code outside a generic type's module
/// would look up its metadata, which costs more.
@usableFromInline
class Completion: @unchecked Sendable {
  // Why this is Sendable: both stored properties are. The class is `@unchecked` because the compiler can't check a class that isn't final;
  // its subclasses state their own reasons.
  //
  //  1. The state is a word of flags and, while only one task waits, that task's continuation. It becomes over once: only `finish` and
  //     `fail` make it so, and one of them is called, once. Until then flags are only added.
  //  2. The first waiter takes the first place by changing 0 to `taken`, and stores its continuation there as soon as it has one. A
  //     finisher that finds the continuation resumes it; a first waiter that comes too late finds the state over.
  //  3. All other waiters are in `details`. The flag `more` is set under their lock, in the section that appends a waiter, and only while
  //     the state isn't over. A finisher that sees the flag therefore finds, once it has the lock, every waiter appended before; none is
  //     appended after.
  //  4. A task that is cancelled while it waits is taken out under the same lock, so it is resumed once, by the thread that takes it out.
  //     The first waiter is taken out by changing the word, so `finish` either finds it there or doesn't.
  //  5. The error is written before the state becomes failed, and read after.

  enum Bits {
    /// Finished or failed; nothing changes any more.
    static let over: UInt = 1
    /// Together with `over`: failed.
    static let failed: UInt = 2
    /// Without `over`: the first place is taken.
    static let taken: UInt = 2
    /// Others wait in `details`.
    static let more: UInt = 4
    /// The task in the first place no longer waits, or must not begin to.
    static let letGo: UInt = 8
    /// The continuation in the first place: the address of a task, a multiple of 16.
    static let continuation: UInt = ~15
  }

  /// A task that waits anywhere but in the first place.
  ///
  // SAFETY: rule 4; each continuation is resumed once.
  @safe
  struct Waiter {
    /// A number that is unique in the process.
    let place: Int
    let continuation: UnsafeContinuation<Void, Never>
    /// Whether its task was cancelled; then it waits only for the end of what was cancelled with it.
    var isCancelled = false

    func resume() { unsafe continuation.resume() }
  }

  /// Parts that few completions have.
  struct Details {
    var waiting: [Waiter] = []
    /// Places of tasks that were cancelled before they waited.
    var cancelledPlaces: Set<Int> = []
    /// `Waiter.isCancelled` of the task in the first place.
    var isFirstCancelled = false
    var error: (any Error)?
    /// Called with the error unless somebody asks for it.
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

  static func finished() -> Completion {
    let completion = Completion()
    completion.finish()
    return completion
  }

  /// Makes a failed completion whose error may go unobserved.
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

  /// Throws the error if it has failed, which counts as observing it.
  @usableFromInline
  final func check() throws {
    guard hasFailed else { return }
    let error = details.withLock { details in
      details.value?.onUnobserved = nil
      return details.value?.error
    }
    if let error { throw error }
  }

  /// Resumes all waiting tasks.
  @usableFromInline
  final func finish() {
    resumeWaiting(of: state.exchange(Bits.over, ordering: .acquiringAndReleasing))
  }

  /// Resumes all waiting tasks with an error.
  ///
  /// - Parameters:
  ///   - error: The reason.
  ///   - onUnobserved: Called when the completion goes away and nobody has asked for the error.
  ///   - redispatch: Dispatches the same item again, for `retry`.
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

  /// The trace id of its item, if known.
  var traceID: SignpostID { .none }

  /// Records in the trace that the item is retried.
  final func recordRetry(attempt: Int, delay: Duration, error: any Error) {
    KatanaTracepoints.itemRetried(
      id: traceID,
      name: TraceName(of: details.withLock { $0.value?.itemType } ?? Completion.self),
      attempt: attempt,
      delay: delay,
      error: error
    )
  }

  /// Dispatches the same item again; `nil` if it didn't fail or can't be repeated.
  final func redispatched() -> Completion? {
    details.withLock { $0.value?.redispatch }?()
  }

  /// The value that the finished item returned; `()` if it returns nothing.
  @usableFromInline
  var product: any Sendable { () }

  /// The item's name in an error about its value.
  @usableFromInline
  var itemDescription: String { "side effect" }

  /// Asks the item to end early, or not to begin.
  @usableFromInline
  func cancel() {}

  /// Whether cancelling the last task that awaits it ends it early.
  @usableFromInline
  var endsWithAwaiters: Bool { false }

  /// Asks the item to end early because nobody awaits it any more.
  func endWithoutAwaiters() { cancel() }

  /// The call for an unobserved error, for a completion that takes this one's place.
  final var onUnobservedError: (@Sendable (any Error) -> Void)? {
    details.withLock { $0.value?.onUnobserved }
  }
}

extension Completion {
  /// The value of a finished item, in the type that its handle promises.
  ///
  /// - Throws: The error if it has failed; `StoreError.noValue` if an interceptor left it without a value.
  @inlinable
  final func value<Value: Sendable>(as type: Value.Type) throws -> Value {
    try check()
    // SAFETY: both are the same type, which has no representation. A cast takes longer.
    if Value.self == Void.self { return unsafe unsafeBitCast((), to: Value.self) }
    // Callers without the type, such as `anyDispatch`, get nothing if the side effect was dropped.
    if let value = Self.cast(product, to: Value.self) { return value }
    throw StoreError.noValue(item: itemDescription, expected: "\(Value.self)")
  }

  /// `as?`, but immediate if both are one type: the runtime's cast takes 400 instructions.
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
