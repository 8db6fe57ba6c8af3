/// What came, or will come, of a dispatched item.
///
/// May be thrown away.
///
/// Isolation: may be awaited by any number of tasks, before and after it is finished.
public struct DispatchHandle<Value: Sendable>: Sendable {
  /// `nil` where the item was handled within `dispatch`: then nothing was allocated.
  @usableFromInline
  let completion: Completion?

  /// Reads the value out of the finished completion.
  ///
  /// A function without captures.
  @usableFromInline
  let extractValue: @Sendable (Completion?) throws -> Value

  @inlinable
  init(
    _ completion: Completion?,
    extractValue: @escaping @Sendable (Completion?) throws -> Value
  ) {
    self.completion = completion
    self.extractValue = extractValue
  }

  /// The item's value, as soon as it was handled.
  ///
  /// Cancelling the task that awaits it neither ends the waiting nor cancels the item.
  ///
  /// - Throws: The error that the item was rejected with; an updater never is.
  @inlinable
  public var value: Value {
    get async throws {
      if let completion { await completion.wait() }
      return try extractValue(completion)
    }
  }

  /// Whether the item was handled.
  @inlinable
  public var isFinished: Bool {
    completion?.isFinished ?? true
  }
}

extension DispatchHandle<Void> {
  /// The handle of an updater, which has no value.
  @inlinable
  init(_ completion: Completion?) {
    self.init(completion, extractValue: { _ in })
  }
}
