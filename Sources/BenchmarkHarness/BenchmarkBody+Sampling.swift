extension BenchmarkBody {
  /// Whose CPU time a sample's is, for a row that keeps so many threads busy.
  func cpuClock(threads: Int) -> CPUClock {
    if let timedClock { return timedClock }
    return switch workload {
    case .synchronous: threads > 1 ? .process : .thread
    case .asynchronous, .team: .process
    }
  }

  /// How many threads a row keeps busy that says it keeps so many.
  func threads(declared threads: Int) -> Int {
    switch workload {
    case .synchronous, .asynchronous: threads
    case .team(let team): max(threads, team.threadCount)
    }
  }

  /// Runs so many iterations, without taking the time.
  @MainActor
  func run(iterations: Int) throws {
    switch workload {
    case .synchronous(let run): try run(iterations)
    case .asynchronous(let run): try BlockingTask.run { try await run(iterations) }
    case .team(let team): team.run(iterations: iterations)
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
