import ExpectedErrors
import Testing

@testable import BenchmarkHarness

/// One after the other: they share the main thread and its clocks.
@Suite(.serialized, .expectedErrors, .timeLimit(.minutes(30)))
@MainActor
struct StopwatchTests {
  /// Keeps the thread busy for at least so long.
  private nonisolated static func spin(nanoseconds: UInt64) {
    let end = ClockReading.wallNow() + nanoseconds
    while ClockReading.wallNow() < end {}
  }

  /// Readings of the clock around what is measured: they bound the stopwatch on any machine.
  private final class Brackets {
    var begin: UInt64 = 0
    var total: UInt64 = 0
    var iterations = 0
    var samples = 0
  }

  @Test func `only the time between start and stop is a sample's`() throws {
    var stopwatch = Stopwatch(cpuClock: .thread)
    var bound: UInt64 = 0
    for _ in 0..<20 {
      Self.spin(nanoseconds: 100_000)
      let begin = ClockReading.wallNow()
      stopwatch.start()
      #expect(stopwatch.isRunning)
      stopwatch.stop()
      bound += ClockReading.wallNow() - begin
      #expect(!stopwatch.isRunning)
    }
    #expect(stopwatch.laps == 20)
    #expect(try stopwatch.reading().wall <= bound)
  }

  @Test func `what is measured is measured whole`() throws {
    var stopwatch = Stopwatch(cpuClock: .thread)
    for _ in 0..<3 {
      stopwatch.start()
      Self.spin(nanoseconds: 50_000)
      stopwatch.stop()
    }
    #expect(try stopwatch.reading().wall >= 150_000)
  }

  @Test func `a second start forgets the first, and a second stop does nothing`() throws {
    var stopwatch = Stopwatch(cpuClock: .process)
    stopwatch.start()
    Self.spin(nanoseconds: 1_000_000)
    let begin = ClockReading.wallNow()
    stopwatch.start()
    stopwatch.stop()
    let bound = ClockReading.wallNow() - begin
    Self.spin(nanoseconds: 1_000_000)
    stopwatch.stop()
    #expect(stopwatch.laps == 1)
    #expect(try stopwatch.reading().wall <= bound)
  }

  @Test func `one that still runs at the end of the sample is stopped there`() throws {
    var stopwatch = Stopwatch(cpuClock: .thread)
    stopwatch.start()
    Self.spin(nanoseconds: 10_000)
    #expect(try stopwatch.reading().wall >= 10_000)
  }

  @Test(arguments: [false, true])
  func `a row that takes its own time has samples of what it measured`(
    isAsynchronous: Bool
  ) async throws {
    let directory = try TemporaryDirectory()
    nonisolated(unsafe) let brackets = Brackets()
    let step: @Sendable (inout Stopwatch) -> Void = { stopwatch in
      Self.spin(nanoseconds: 50_000)
      brackets.begin = ClockReading.wallNow()
      stopwatch.start()
      blackHole(brackets)
      stopwatch.stop()
      brackets.total += ClockReading.wallNow() - brackets.begin
      brackets.iterations += 1
    }
    let suite = BenchmarkSuite([
      Benchmark("prepared") {
        isAsynchronous
          ? BenchmarkBody(
            runTimedAsync: { count, stopwatch in for _ in 0..<count { step(&stopwatch) } },
            verify: {
              try VerificationError.check("count", found: brackets.iterations, expected: $0)
            }
          )
          : BenchmarkBody(
            runTimed: { count, stopwatch in for _ in 0..<count { step(&stopwatch) } },
            verify: {
              try VerificationError.check("count", found: brackets.iterations, expected: $0)
            }
          )
      }
    ])
    let run = try await suite.run([
      "--quick", "--rounds", "2", "--json", "\(directory.path)/r.json",
    ])
    #expect(run.isRight)
    let row = try #require(try directory.result("r.json").rows.first)
    #expect(row.cpuClock == (isAsynchronous ? .process : .thread))
    #expect(row.wallSamples.allSatisfy { $0 > 0 })
    #expect(row.wallSamples.reduce(0, +) <= brackets.total)
    // 20 ms in all, of which next to nothing is measured: else it would be some ten thousand.
    #expect(row.iterationsPerSample <= 2_000)
  }

  @Test func `a body that never starts its stopwatch fails, and says why`() async throws {
    let directory = try TemporaryDirectory()
    let suite = BenchmarkSuite([
      Benchmark("unmeasured") { BenchmarkBody(runTimed: { _, _ in }, verify: { _ in }) }
    ])
    let run = try await suite.run(["--quick", "--json", "\(directory.path)/r.json"])
    #expect(!run.isRight)
    let failure = try #require(try directory.result("r.json").failures.first)
    #expect(failure.message.contains("call start() before what counts"))
  }

  @Test(arguments: [(1, 1), (3, 3), (8, 8), (1000, 20)])
  func `a row takes no more samples than it may`(limit: Int, expected: Int) async throws {
    let directory = try TemporaryDirectory()
    let suite = BenchmarkSuite([
      Benchmark("limited", sampleDuration: .microseconds(20)) {
        BenchmarkBody(
          runTimed: { count, stopwatch in
            stopwatch.start()
            for index in 0..<count { blackHole(index) }
          },
          verify: { _ in }
        )
        .takingAtMost(samples: limit)
      }
    ])
    let run = try await suite.run([
      "--quick", "--rounds", "4", "--json", "\(directory.path)/r.json",
    ])
    #expect(run.isRight)
    #expect(try directory.result("r.json").rows.first?.sampleCount == expected)
  }
}
