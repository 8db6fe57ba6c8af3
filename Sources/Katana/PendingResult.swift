/// A result that arrives once and may be awaited by any number of tasks.
///
/// Not final, because a queued item is its own result: that saves an allocation an item.
@usableFromInline
class PendingResult<Value: Sendable>: @unchecked Sendable {
  // Why this is Sendable: the only stored property is a mutex, which is. The class is `@unchecked`
  // because a class that isn't final can't be checked; its subclasses (`QueuedItem`,
  // `QueuedUpdater`) state their own reasons.

  private enum Phase {
    case waiting([UnsafeContinuation<Value, any Error>])
    case finished(Result<Value, any Error>)
  }

  private let phase = OrderedMutex(Phase.waiting([]))

  @usableFromInline
  init() {}

  @usableFromInline
  final var isFinished: Bool {
    phase.withLock { phase in
      if case .finished = phase { true } else { false }
    }
  }

  @usableFromInline
  final var value: Value {
    get async throws {
      try await withUnsafeThrowingContinuation { continuation in
        let result: Result<Value, any Error>? = phase.withLock { phase in
          switch phase {
          case .waiting(var continuations):
            continuations.append(continuation)
            phase = .waiting(continuations)
            return nil
          case .finished(let result):
            return result
          }
        }
        if let result { continuation.resume(with: result) }
      }
    }
  }

  /// Resumes whoever waits. Called exactly once.
  @usableFromInline
  final func finish(_ result: Result<Value, any Error>) {
    let continuations = phase.withLock { phase in
      guard case .waiting(let continuations) = phase else { return [] as [UnsafeContinuation<Value, any Error>] }
      phase = .finished(result)
      return continuations
    }
    for continuation in continuations { continuation.resume(with: result) }
  }
}
