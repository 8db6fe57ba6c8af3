import BenchmarkHarness
import SuiteErrors

extension Benchmark {
  /// The benchmark as a row of this harness.
  var row: BenchmarkHarness.Benchmark {
    // SAFETY: the harness runs one body at a time, and the main thread waits for what runs elsewhere.
    nonisolated(unsafe) let benchmark = self
    return BenchmarkHarness.Benchmark(name) { unsafe try benchmark.makeBody() }
  }

  /// Sets the benchmark up.
  ///
  /// CPU time is that of the whole process, as in the original: the measured code may work on threads of its own.
  @MainActor
  private func makeBody() throws -> BenchmarkBody {
    try BenchmarkRunner.startUp()
    try Self.wait(for: configuration.setup)
    try Self.wait(for: setup)
    // SAFETY: as above.
    nonisolated(unsafe) let benchmark = self
    let body =
      switch workload {
      case .synchronous(let closure):
        BenchmarkBody(
          runTimed: { unsafe try benchmark.run(closure, iterations: $0, stopwatch: &$1) },
          verify: { _ in unsafe try benchmark.checkFailure() },
          tearDown: {
            Self.warning {
              unsafe try Self.wait(for: benchmark.teardown)
              unsafe try Self.wait(for: benchmark.configuration.teardown)
            }
          }
        )
      case .asynchronous(let closure):
        makeBody(suspending: closure)
      }
    return body.timing(.process).takingAtMost(samples: configuration.maxIterations)
  }

  private func makeBody(
    suspending closure: @escaping BenchmarkAsyncThrowingClosure
  ) -> BenchmarkBody {
    // SAFETY: as above.
    nonisolated(unsafe) let benchmark = self
    nonisolated(unsafe) let closure = closure
    return BenchmarkBody(
      runTimedAsync: { iterations, stopwatch in
        unsafe try await benchmark.run(closure, iterations: iterations, stopwatch: &stopwatch)
      },
      verify: { _ in unsafe try benchmark.checkFailure() },
      tearDown: {
        do { unsafe try await benchmark.tearDown() } catch { Self.warn(error) }
      }
    )
  }

  /// The most scaled iterations of a call.
  ///
  /// If the difference of two runs is counted, this is at most the shorter run's iterations: the longer one then has more calls, so that
  /// the costs of a call itself are counted too.
  private var scaledLimit: Int {
    let factor = configuration.scalingFactor.rawValue
    return InjectedWork.start > 0 ? min(factor, InjectedWork.start) : factor
  }

  /// Sets the number of scaled iterations of the next call.
  private func prepareCall(remaining: Int, limit: Int) {
    scaledCount =
      takesWholeFactor ? configuration.scalingFactor.rawValue : min(remaining, limit)
  }

  /// The number of operations of the call that has just ended.
  ///
  /// A benchmark that checks for the sum of all thousand iterations fails if it gets fewer: it is called again, and always gets all of them
  /// from then on.
  private func endCall() -> Int {
    let isFirst = currentIteration == 0
    if isFirst, isScaled, failureReason != nil, scaledCount < configuration.scalingFactor.rawValue {
      failureReason = nil
      takesWholeFactor = true
      return 0
    }
    currentIteration += 1
    return isScaled && !takesWholeFactor ? scaledCount : 1
  }

  /// Calls the closure until it has made so many iterations.
  ///
  /// The calls are measured together, with one reading of the clocks for all, until the closure starts or stops the measurement itself;
  /// from then on each call is measured separately.
  func run(
    _ closure: BenchmarkThrowingClosure,
    iterations: Int,
    stopwatch sample: inout Stopwatch
  ) throws {
    beginSample(sample)
    let limit = scaledLimit
    var remaining = iterations
    while remaining > 0 {
      prepareCall(remaining: remaining, limit: limit)
      if takesOwnTime { stopwatch?.start() }
      try closure(self)
      if takesOwnTime { stopwatch?.stop() }
      remaining -= endCall()
    }
    try endSample(&sample)
  }

  private func run(
    _ closure: BenchmarkAsyncThrowingClosure,
    iterations: Int,
    stopwatch sample: inout Stopwatch
  ) async throws {
    beginSample(sample)
    let limit = scaledLimit
    var remaining = iterations
    while remaining > 0 {
      prepareCall(remaining: remaining, limit: limit)
      if takesOwnTime { stopwatch?.start() }
      try await closure(self)
      if takesOwnTime { stopwatch?.stop() }
      remaining -= endCall()
    }
    try endSample(&sample)
  }

  private func beginSample(_ sample: Stopwatch) {
    firstIterationOfSample = currentIteration
    stopwatch = sample
    stopwatch?.start()
  }

  private func endSample(_ sample: inout Stopwatch) throws {
    stopwatch?.stop()
    if let stopwatch { sample = stopwatch }
    try checkFailure()
  }

  private func checkFailure() throws {
    if let failureReason { throw BenchmarkFailure(failureReason) }
  }

  private func tearDown() async throws {
    try await teardown?()
    try await configuration.teardown?()
  }

  /// Runs a hook to its end, off the main thread.
  @MainActor
  static func wait(for hook: BenchmarkSetupHook?) throws {
    guard let hook else { return }
    // SAFETY: the main thread waits, so nothing runs concurrently.
    nonisolated(unsafe) let waited = hook
    try BlockingTask.runHook { unsafe try await waited() }
  }

  /// Warns about an error that nothing else depends on.
  static func warning(_ steps: () throws -> Void) {
    do { try steps() } catch { warn(error) }
  }

  private static func warn(_ error: any Error) {
    StandardError.warning("teardown: it failed: \(error)")
  }
}

/// A failure in the words of the benchmark's author.
struct BenchmarkFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
