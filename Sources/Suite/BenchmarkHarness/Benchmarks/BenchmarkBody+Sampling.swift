import BenchmarkResults
import CMachine
import Synchronization

extension BenchmarkBody {
  /// Whose CPU time a sample's is, for a row that keeps so many threads busy.
  func cpuClock(threads: Int) -> CPUClock {
    timedClock ?? (isConcurrent(threads: threads) ? .process : .thread)
  }

  /// Whether a row that keeps so many threads busy works on others than the one that runs it, as far as it says.
  ///
  /// Its closure decides, and not the clock: that of the process is also for rows that may have threads of their own.
  func isConcurrent(threads: Int) -> Bool {
    switch workload {
    case .synchronous, .timedSynchronous: threads > 1
    case .asynchronous, .timedAsynchronous, .team, .figure: true
    }
  }

  /// How many threads a row keeps busy that says it keeps so many.
  func threads(declared threads: Int) -> Int {
    switch workload {
    case .synchronous, .asynchronous, .timedSynchronous, .timedAsynchronous, .figure: threads
    case .team(let team): max(threads, team.threadCount)
    }
  }

  /// Whether a sample's time may be only a part of what the sample took.
  var takesOwnTime: Bool {
    switch workload {
    case .timedSynchronous, .timedAsynchronous: true
    case .synchronous, .asynchronous, .team, .figure: false
    }
  }

  /// Whether a sample is a figure of the body's own, of one iteration.
  var givesFigures: Bool {
    if case .figure = workload { true } else { false }
  }

  /// Runs so many iterations, without taking the time.
  @MainActor
  func run(iterations: Int) throws {
    switch workload {
    case .synchronous(let run): try run(iterations)
    case .asynchronous(let run): try BlockingTask.run { try await run(iterations) }
    case .team(let team): team.run(iterations: iterations)
    case .figure(let figure): for _ in 0..<iterations { blackHole(try figure()) }
    case .timedSynchronous, .timedAsynchronous:
      _ = try sample(iterations: iterations, cpuClock: .process)
    }
  }

  /// Runs so many iterations, and returns what they took.
  ///
  /// The clocks are read on the thread, or the executor, that the iterations run on: going there and
  /// back is not part of the time.
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
  /// - Returns: What it took, in nanoseconds.
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

/// A task that the main thread waits for without leaving the call that it is in; meanwhile it runs the jobs of the main actor.
///
/// Were the main thread to suspend instead, the program's `main` would hand it over to Dispatch for
/// ever, and valgrind 3.19 doesn't survive how Dispatch parks it.
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
  static func setUp(_ benchmark: Benchmark) async throws -> BenchmarkBody {
    // Where the main actor's jobs have gone to other threads, as where Dispatch has the main thread, nobody waits for them.
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
    // A task with a preference, be it `nil`, takes a lock at each change of functions that suspend: as no program's
    // own tasks do, and whatever is measured in it.
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
