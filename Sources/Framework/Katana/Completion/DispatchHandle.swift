/// The outcome of a dispatched item, now or later.
///
/// It may be thrown away. If the last copy goes away before anybody asked for its error, the error goes to
/// `StoreConfiguration.onUnobservedError`.
///
/// Isolation: any number of tasks may await it, before and after it is finished.
public struct DispatchHandle<Value: Sendable>: Sendable {
  /// `nil` if `dispatch` itself handled the item: then nothing was allocated.
  ///
  /// The only property, so that making a handle needs no metadata of the value's type.
  @usableFromInline
  let completion: Completion?

  @inlinable
  init(_ completion: Completion?) { self.completion = completion }

  /// The item's value, as soon as it was handled.
  ///
  /// Cancelling the awaiting task cancels the side effect, or the retries, as if it were a child task, and waits for its end. If other
  /// tasks await the item too, it goes on and only the cancelled task gets `CancellationError`; cancelling the last awaiter cancels the
  /// item. `shieldedValue` avoids this.
  ///
  /// An updater is not cancelled this way, because it is chance whether it still waits when its dispatcher is cancelled: it is applied in
  /// its turn, and then the value arrives. `cancel()` does skip it.
  ///
  /// - Throws: The error that the item was rejected with: by its own body, by an interceptor, or a `StoreError`; `CancellationError` if it,
  ///   or this task, was cancelled.
  nonisolated(nonsending) public var value: Value {
    // Inlined where it is awaited: a suspending function has a frame, which costs as much as an allocation.
    @inlinable
    @inline(__always)
    get async throws {
      if let completion { try await completion.waitOrCancel() }
      return try finishedValue
    }
  }

  /// The item's value, as soon as it was handled; cancelling the awaiting task neither ends the wait nor cancels the item.
  ///
  ///     try await context.dispatch(SaveReceipt()).shieldedValue
  ///
  /// - Throws: As `value`; never because this task was cancelled.
  @inlinable
  nonisolated(nonsending) public var shieldedValue: Value {
    get async throws {
      if let completion { await completion.wait() }
      return try finishedValue
    }
  }

  /// The value of a handled item.
  @inlinable
  var finishedValue: Value {
    get throws {
      if let completion { return try completion.value(as: Value.self) }
      // SAFETY: both are the same type, which has no representation.
      if Value.self == Void.self { return unsafe unsafeBitCast((), to: Value.self) }
      // An updater of unknown type.
      if let none = () as? Value { return none }
      throw StoreError.noValue(item: "updater", expected: "\(Value.self)")
    }
  }

  /// Whether the item was handled or rejected.
  @inlinable
  public var isFinished: Bool {
    completion?.isFinished ?? true
  }

  /// Asks the item not to begin, or, if it is a running side effect, to end early.
  ///
  /// A waiting updater is skipped and rejected with `CancellationError`; a running one is not disturbed. A side effect's task is cancelled,
  /// and with it what it awaits (`value`). Does nothing to a finished item.
  @inlinable
  public func cancel() {
    completion?.cancel()
  }
}
