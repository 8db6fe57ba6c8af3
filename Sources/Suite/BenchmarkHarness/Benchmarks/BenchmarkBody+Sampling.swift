import BenchmarkResults
import CMachine
import Synchronization

extension BenchmarkBody {
  /// The clock of a sample's CPU time, for a row that keeps so many threads busy.
  func cpuClock(threads: Int) -> CPUClock {
    timedClock ?? (isConcurrent(threads: threads) ? .process : .thread)
  }

  /// Whether a row that keeps so many threads busy works on threads other than the one that runs it, as far as it declares.
  ///
  /// Its closure decides, not the clock: the clock of the process also serves rows that only may have threads of their own.
  package func isConcurrent(threads: Int) -> Bool {
    switch workload {
    case .synchronous, .timedSynchronous: threads > 1
    case .asynchronous, .timedAsynchronous, .team, .figure: true
    }
  }

  /// The threads that a row keeps busy, given the number that it declares.
  func threads(declared threads: Int) -> Int {
    switch workload {
    case .synchronous, .asynchronous, .timedSynchronous, .timedAsynchronous, .figure: threads
    case .team(let team): max(threads, team.threadCount)
    }
  }

  /// Whether a sample's time may be only a part of its duration.
  var takesOwnTime: Bool {
    switch workload {
    case .timedSynchronous, .timedAsynchronous: true
    case .synchronous, .asynchronous, .team, .figure: false
    }
  }

  /// Whether a sample is the body's own figure, of one iteration.
  var givesFigures: Bool {
    if case .figure = workload { true } else { false }
  }

  /// Runs so many iterations, untimed.
  @MainActor
  package func run(iterations: Int) throws {
    switch workload {
    case .synchronous(let run): try run(iterations)
    case .asynchronous(let run): try BlockingTask.run { try await run(iterations) }
    case .team(let team): team.run(iterations: iterations)
    case .figure(let figure): for _ in 0..<iterations { blackHole(try figure()) }
    case .timedSynchronous, .timedAsynchronous:
      _ = try sample(iterations: iterations, cpuClock: .process)
    }
  }

  /// Runs so many iterations, and returns their times.
  ///
  /// Reads the clocks on the thread, or the executor, that runs the iterations: the way there and back is not part of the time.
  @MainActor
  func sample(iterations: Int, cpuClock: CPUClock) throws -> ClockReading {
    switch workload {
    case .synchronous(let run):
      return try Self.time(run, iterations: iterations, cpuClock: cpuClock)
    case .asynchronous(let run):
      return try BlockingTask.run {
        try await Self.time(run, iterations: iterations, cpuClock: cpuClock)
      }
    case .team(let team):
      return team.measure(iterations: iterations)
    case .figure(let figure):
      let start = ClockReading.cpuNow(cpuClock)
      let wall = try figure()
      return ClockReading(wall: wall, cpu: ClockReading.cpuNow(cpuClock) - start)
    case .timedSynchronous(let run):
      var stopwatch = Stopwatch(cpuClock: cpuClock)
      try run(iterations, &stopwatch)
      return try stopwatch.reading()
    case .timedAsynchronous(let run):
      return try BlockingTask.run {
        var stopwatch = Stopwatch(cpuClock: cpuClock)
        try await run(iterations, &stopwatch)
        return try stopwatch.reading()
      }
    }
  }

  /// Takes a sample as the harness does, for measuring the harness itself.
  ///
  /// - Returns: Its time, in nanoseconds.
  @MainActor
  package func timeSample(iterations: Int) throws -> UInt64 {
    try sample(iterations: iterations, cpuClock: .thread).wall
  }

  /// Checks the answer as the harness does.
  @MainActor
  package func checkAnswer(iterations: Int) throws { try verify(iterations) }

  private static func time(
    _ run: (Int) throws -> Void,
    iterations: Int,
    cpuClock: CPUClock
  ) throws -> ClockReading {
    let cpuStart = ClockReading.cpuNow(cpuClock)
    let wallStart = ClockReading.wallNow()
    try run(iterations)
    let wallEnd = ClockReading.wallNow()
    let cpuEnd = ClockReading.cpuNow(cpuClock)
    return ClockReading(wall: wallEnd - wallStart, cpu: cpuEnd - cpuStart)
  }

  @concurrent
  private static func time(
    _ run: @Sendable (Int) async throws -> Void,
    iterations: Int,
    cpuClock: CPUClock
  ) async throws -> ClockReading {
    let cpuStart = ClockReading.cpuNow(cpuClock)
    let wallStart = ClockReading.wallNow()
    try await run(iterations)
    let wallEnd = ClockReading.wallNow()
    let cpuEnd = ClockReading.cpuNow(cpuClock)
    return ClockReading(wall: wallEnd - wallStart, cpu: cpuEnd - cpuStart)
  }
}

/// A task that the main thread waits for without returning from its call; meanwhile it runs the jobs of the main actor.
///
/// If the main thread suspended instead, the program's `main` would hand it over to Dispatch for good, and valgrind 3.19 crashes when
/// Dispatch parks it.
package enum BlockingTask {
  private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  /// Runs a body on the global concurrent executor and waits for its end.
  ///
  /// - Throws: What the body throws.
  @MainActor
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    try wait(for: body, on: nil)
  }

  /// Runs a set-up, a check or a tear-down on the thread of hooks, and waits for its end.
  ///
  /// - Throws: What the hook throws, or ``ThreadTeamError`` if there is no thread for it.
  @MainActor
  package static func runHook<Value: Sendable>(
    _ hook: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    try wait(for: hook, on: HookExecutor.shared())
  }

  /// Runs a set-up of a row, which may suspend, on the main actor, and waits for its end.
  ///
  /// - Throws: What the set-up throws.
  @MainActor
  package static func setUp(_ benchmark: Benchmark) async throws -> BenchmarkBody {
    // If other threads run the main actor's jobs, as when Dispatch owns the main thread, nobody waits for them.
    guard cmachine_is_main_thread() else { return try await benchmark.setUp() }
    var outcome: Result<BenchmarkBody, any Error>?
    Task.immediate { @MainActor in
      do { outcome = .success(try await benchmark.setUp()) } catch { outcome = .failure(error) }
    }
    while true {
      if let outcome { return try outcome.get() }
      cmachine_wait_on_main_thread()
    }
  }

  @MainActor
  private static func wait<Value: Sendable>(
    for body: @escaping @Sendable () async throws -> Value,
    on executor: (any TaskExecutor)?
  ) throws -> Value {
    let outcome = Outcome<Value>()
    let operation: @Sendable () async -> Void = {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      outcome.result.withLock { $0 = result }
      cmachine_wake_main_thread()
    }
    // A task with a preference, even `nil`, takes a lock whenever it changes between functions that suspend. A program's own tasks don't,
    // and neither may the measured ones.
    if let executor {
      Task.detached(executorPreference: executor, operation: operation)
    } else {
      Task.detached(operation: operation)
    }
    while true {
      if let result = outcome.result.withLock({ $0 }) { return try result.get() }
      cmachine_wait_on_main_thread()
    }
  }
}
