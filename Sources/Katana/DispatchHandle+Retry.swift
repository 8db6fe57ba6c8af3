extension DispatchHandle {
  /// Handles the item again if it is rejected: its whole body, through all interceptors.
  ///
  ///     try await store.dispatch(Synchronize())
  ///       .retry(3, delay: .seconds(1)) { $0 is NetworkError }
  ///       .value
  ///
  /// Source: SEMANTICS.md, K11.
  ///
  /// - Parameters:
  ///   - count: How often at the most, besides the first time.
  ///   - delay: The time between a rejection and the next try.
  ///   - clock: What measures the delay.
  ///   - condition: Whether an error is worth another try.
  /// - Returns: A handle of the last try. Cancelling it cancels the try that runs and stops trying.
  public func retry(
    _ count: Int,
    delay: Duration = .zero,
    clock: any Clock<Duration> = ContinuousClock(),
    if condition: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> DispatchHandle<Value> {
    guard let completion, count > 0 else { return self }
    let extractValue = extractValue
    let retrying = RetryingCompletion<Value>()
    retrying.begin(with: completion) {
      var current = completion
      var remaining = count
      while true {
        await current.wait()
        do {
          return retrying.finish(with: try extractValue(current))
        } catch {
          guard remaining > 0, !Task.isCancelled, condition(error) else {
            return retrying.fail(error)
          }
          remaining -= 1
          current.recordRetry(attempt: count - remaining, delay: delay, error: error)
          if delay > .zero {
            do { try await clock.sleep(for: delay) } catch { return retrying.fail(error) }
          }
          guard let next = current.redispatched() else { return retrying.fail(error) }
          current = next
          retrying.proceed(with: next)
        }
      }
    }
    return DispatchHandle(retrying, extractValue: ValueCompletion<Value>.value(of:))
  }
}
