/// What came, or will come, of a dispatched item. May be thrown away.
///
/// Isolation: may be awaited by any number of tasks, before and after it is finished.
public struct DispatchHandle<Value: Sendable>: Sendable {
  @usableFromInline
  enum Progress: Sendable {
    /// The item ran within `dispatch`: nothing was allocated.
    case finished(Value)
    case pending(PendingResult<Value>)
  }

  @usableFromInline
  let progress: Progress

  @inlinable
  init(_ progress: Progress) {
    self.progress = progress
  }

  /// The item's value, as soon as it was handled.
  ///
  /// Cancelling the task that awaits it neither ends the waiting nor cancels the item.
  ///
  /// - Throws: The error that the item was rejected with; an updater never is.
  @inlinable
  public var value: Value {
    get async throws {
      switch progress {
      case .finished(let value): value
      case .pending(let result): try await result.value
      }
    }
  }

  /// Whether the item was handled.
  @inlinable
  public var isFinished: Bool {
    switch progress {
    case .finished: true
    case .pending(let result): result.isFinished
    }
  }
}
