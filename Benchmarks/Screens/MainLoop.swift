import Foundation

/// The loop of the main thread, run while something on the main actor is awaited.
///
/// The harness calls bodies on the main thread, and blocks it while one suspends on another; what the main actor is asked for
/// from elsewhere, as a navigator is by a side effect, waits for this loop as in a program.
@MainActor
enum MainLoop {
  private final class Outcome<Value> {
    var result: Result<Value, any Error>?
  }

  /// Runs a body to its end.
  ///
  /// - Throws: What the body throws.
  static func run<Value>(_ body: @escaping @MainActor () async throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    Task.immediate { @MainActor in
      do { outcome.result = .success(try await body()) } catch { outcome.result = .failure(error) }
    }
    while true {
      if let result = outcome.result { return try result.get() }
      // The job that sets the result is one of those that it runs.
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }
}
