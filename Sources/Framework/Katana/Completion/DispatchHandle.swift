/// The outcome of a dispatched item, now or later.
///
/// May be thrown away. An error that nobody has asked a handle for when the last copy of it goes away
/// is given to `StoreConfiguration.onUnobservedError`.
///
/// Isolation: may be awaited by any number of tasks, before and after it is finished.
public struct DispatchHandle<Value: Sendable>: Sendable {
  /// `nil` where the item was handled within `dispatch`: then nothing was allocated.
  ///
  /// Nothing but this, so that to make a handle takes no look at the value's type.
  @usableFromInline
  let completion: Completion?

  @inlinable
  init(_ completion: Completion?) { self.completion = completion }

  /// The item's value, as soon as it was handled.
  ///
  /// Cancelling the task that awaits it cancels the side effect, or the retries, that it awaits, as if it
  /// were a child task, and waits for their end. If other tasks await the item as well, it goes on, and
  /// only the cancelled one is let go, with `CancellationError`; the last one that is cancelled cancels
  /// it. `shieldedValue` is the way out.
  ///
  /// An updater is not cancelled so, because whether it still waits when its dispatcher is cancelled is
  /// chance: it is applied in its turn, and the value arrives then. `cancel()` does skip it.
  ///
  /// - Throws: The error that the item was rejected with: by its own body, by an interceptor, or a
  ///   `StoreError`; `CancellationError` where it, or this task, was cancelled.
  nonisolated(nonsending) public var value: Value {
    // Inlined where it is awaited, as a function that suspends has a frame, which costs as much as an allocation.
    @inlinable
    @inline(__always)
    get async throws {
      if let completion { try await completion.waitOrCancel() }
      return try finishedValue
    }
  }

  /// The item's value, as soon as it was handled, whatever becomes of the task that awaits it: cancelling
  /// that neither ends the waiting nor cancels the item.
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

  /// The value of an item that was handled.
  @inlinable
  var finishedValue: Value {
    get throws {
      if let completion { return try completion.value(as: Value.self) }
      // SAFETY: both are the same type, which has no representation.
      if Value.self == Void.self { return unsafe unsafeBitCast((), to: Value.self) }
      // An updater whose type is not known.
      if let none = () as? Value { return none }
      throw StoreError.noValue(item: "updater", expected: "\(Value.self)")
    }
  }

  /// Whether the item was handled or rejected.
  @inlinable
  public var isFinished: Bool {
    completion?.isFinished ?? true
  }

  /// Asks the item not to begin, or, if it is a side effect that runs, to end early.
  ///
  /// An updater that waits is skipped and rejected with `CancellationError`; one that runs is not
  /// disturbed. A side effect's task is cancelled, and with it what it awaits (`value`). Does nothing to
  /// a finished item.
  @inlinable
  public func cancel() {
    completion?.cancel()
  }
}
