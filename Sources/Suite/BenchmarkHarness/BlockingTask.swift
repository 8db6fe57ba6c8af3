import Dispatch
import Synchronization

/// A task that the main thread waits for without leaving the call that it is in.
///
/// Were the main thread to suspend instead, the program's `main` would hand it over to Dispatch for
/// ever, and valgrind 3.19 doesn't survive how Dispatch parks it.
package enum BlockingTask {
  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
    let isThere = DispatchSemaphore(value: 0)
  }

  /// Runs a body on the global concurrent executor and waits for its end.
  ///
  /// - Throws: What the body throws.
  @MainActor
  package static func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Outcome<Value>()
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      outcome.result.withLock { $0 = result }
      outcome.isThere.signal()
    }
    while true {
      outcome.isThere.wait()
      if let result = outcome.result.withLock({ $0 }) { return try result.get() }
    }
  }
}
