import BenchmarkResults
import ExpectedErrors
import Foundation
import Glibc
import Synchronization
import Testing

@testable import BenchmarkCompatibility
@testable import BenchmarkHarness

/// One after the other: the benchmarks register themselves in one place.
@Suite(.serialized, .expectedErrors, .timeLimit(.minutes(30)))
@MainActor
struct CompatibilityTests {
  private typealias Face = BenchmarkCompatibility.Benchmark

  init() {
    Face.benchmarks = []
    Face.defaultConfiguration = .initial
    Face.setup = nil
    Face.teardown = nil
    Face.startupHook = nil
    Face.shutdownHook = nil
    portedLog.withLock { $0 = [:] }
  }

  private var log: [String: Int] { portedLog.withLock { $0 } }

  /// Runs a suite as its program would, with a result file.
  private func measure<Result>(
    _ benchmarks: () -> Result,
    arguments: [String] = ["--quick", "--rounds", "2"]
  ) async throws -> SuiteResult {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let suite = BenchmarkRunner.suite(benchmarks, named: "ported")
    _ = try await suite.run(commandLine: arguments + ["--json", path]) { _ in }
    BenchmarkRunner.shutDown()
    return try JSONDecoder().decode(
      SuiteResult.self,
      from: Data(contentsOf: URL(filePath: path))
    )
  }

  @Test func `a ported suite is measured, each benchmark as a row`() async throws {
    let result = try await measure(portedBenchmarks)
    #expect(result.failures == [])
    #expect(
      result.rows.map(\.name) == [
        "scaled", "suspended", "prepared", "hooked (kind: array, size: 8)", "given its state",
        "given its state, suspended", "tolerant",
      ]
    )
    #expect(result.rows.allSatisfy { $0.cpuClock == .process && $0.wall.median > 0 })
    #expect(log["skipped calls"] == nil)
  }

  @Test func `one call of the closure is one operation, or one scaled iteration of it`()
    async throws
  {
    let suite = BenchmarkRunner.suite(portedBenchmarks, named: "ported")
    var lines: [String] = []
    let isRight = try await suite.run(
      commandLine: ["--one-shot", "2007", "--filter", "^scaled|^given its state$"]
    ) { lines.append($0) }
    BenchmarkRunner.shutDown()
    #expect(isRight)
    #expect(lines.count == 2)
    #expect(log["scaled calls"] == 3)
    #expect(log["scaled iterations"] == 2007)
    #expect(log["state calls"] == 2007)
    #expect(Face.benchmarks.first?.currentIteration == 3)
  }

  @Test func `a closure that doesn't ask for its scaled iterations is one operation a call`()
    async throws
  {
    var calls = 0
    let suite = BenchmarkRunner.suite(
      {
        _ = Face("unscaled", configuration: .init(scalingFactor: .mega)) { _ in calls += 1 }
      },
      named: "ported"
    )
    #expect(try await suite.run(commandLine: ["--one-shot", "5"]) { _ in })
    BenchmarkRunner.shutDown()
    #expect(calls == 5)
  }

  @Test func `a closure that checks the result of all scaled iterations always gets as many`()
    async throws
  {
    let suite = BenchmarkRunner.suite(portedBenchmarks, named: "ported")
    #expect(
      try await suite.run(commandLine: ["--one-shot", "7", "--filter", "^suspended"]) { _ in }
    )
    BenchmarkRunner.shutDown()
    // The first call had fewer, and doesn't count.
    #expect(log["suspended calls"] == 8)
  }

  @Test func `of two runs that are counted the longer has more calls, so that these are counted`()
    async throws
  {
    setenv(InjectionVariable.start.rawValue, "3", 1)
    defer { unsetenv(InjectionVariable.start.rawValue) }
    var ranges: [Int] = []
    func run(_ iterations: Int) async throws -> [Int] {
      ranges = []
      Face.benchmarks = []
      let suite = BenchmarkRunner.suite(
        {
          _ = Face("few", configuration: .init(scalingFactor: .kilo)) { benchmark in
            ranges.append(benchmark.scaledIterations.count)
          }
        },
        named: "ported"
      )
      #expect(try await suite.run(commandLine: ["--one-shot", "\(iterations)"]) { _ in })
      BenchmarkRunner.shutDown()
      return ranges
    }
    #expect(try await run(3) == [3])
    #expect(try await run(13) == [3, 3, 3, 3, 1])
  }

  @Test(arguments: [("scaled", "thread"), ("suspended", "process")])
  func `a gate is told that a closure works on one thread, unless it suspends`(
    name: String,
    work: String
  ) async throws {
    let suite = BenchmarkRunner.suite(portedBenchmarks, named: "ported")
    let benchmark = try #require(suite.benchmarks.first { $0.name == name })
    var lines: [String] = []
    try await RowServer(benchmark: benchmark, iterations: 2, injection: .none)
      .serve(readingLine: { nil }, print: { lines.append($0) })
    BenchmarkRunner.shutDown()
    #expect(lines.first == "serving 1 2 \(work) 1")
  }

  @Test func `hooks run once each, and those of the suite around all`() async throws {
    _ = try await measure(portedBenchmarks)
    for hook in [
      "startup", "setup", "teardown", "shutdown", "hooked configuration setup", "hooked setup",
      "hooked teardown", "hooked configuration teardown", "state teardown",
    ] {
      #expect(log[hook] == 1, "\(hook)")
    }
  }

  @Test func `hooks run on one thread that isn't the main thread`() async throws {
    let threads = Mutex<[UInt]>([])
    // Sendable: one that is the main actor's would wait for it.
    let hook: @Sendable () async -> Void = {
      threads.withLock { $0.append(UInt(pthread_self())) }
    }
    let suite = BenchmarkRunner.suite(
      {
        for name in ["first", "second"] {
          _ = Face(name, closure: { _ in }, setup: hook, teardown: hook)
        }
        Face.setup = hook
        Face.teardown = hook
      },
      named: "ported"
    )
    #expect(try await suite.run(commandLine: ["--one-shot", "2"]) { _ in })
    BenchmarkRunner.shutDown()
    #expect(threads.withLock(\.count) == 6)
    #expect(threads.withLock { Set($0) }.count == 1)
    #expect(threads.withLock { !$0.contains(UInt(pthread_self())) })
  }

  @Test func `listing the rows runs nothing`() async throws {
    let suite = BenchmarkRunner.suite(portedBenchmarks, named: "ported")
    var lines: [String] = []
    _ = try await suite.run(commandLine: ["--list"]) { lines.append($0) }
    BenchmarkRunner.shutDown()
    #expect(lines.count == 7)
    #expect(log.isEmpty)
  }

  @Test func `the values of a custom metric are counted, and those of another are ignored`()
    async throws
  {
    _ = try await measure(portedBenchmarks)
    let benchmark = try #require(Face.benchmarks.first { $0.baseName == "hooked" })
    let calls = try #require(log["hooked calls"])
    #expect(
      benchmark.customMeasurements.all == [
        "retries": .init(count: calls, sum: Double(5 * calls), minimum: 5, maximum: 5)
      ]
    )
    #expect(
      benchmark.customMeasurements.lines == ["retries: \(calls) values from 5 to 5, mean 5.0"]
    )
  }

  @Test func `there are no more samples than maxIterations`() async throws {
    let result = try await measure(portedBenchmarks, arguments: ["--rounds", "10"])
    #expect(result.rows.first { $0.name == "scaled" }?.sampleCount == 5)
    #expect(result.rows.first { $0.name == "tolerant" }?.sampleCount == 100)
  }

  @Test(arguments: ["start and stop", "start", "stop", "both twice"])
  func `only what is between start and stop is in a time`(form: String) throws {
    // Readings of the clock around what is measured: they bound its time on any machine.
    var bound: UInt64 = 0
    var mark = ClockReading.wallNow()
    func spin() {
      let end = ClockReading.wallNow() + 100_000
      while ClockReading.wallNow() < end {}
    }
    func close() {
      let now = ClockReading.wallNow()
      bound += now - mark
      mark = now
    }
    let closure: (Face) -> Void = { benchmark in
      if form == "start" { close() }
      if form != "stop" {
        spin()
        mark = ClockReading.wallNow()
        benchmark.startMeasurement()
      }
      BenchmarkCompatibility.blackHole(mark)
      if form != "start" {
        benchmark.stopMeasurement()
        close()
        spin()
        mark = ClockReading.wallNow()
      }
      if form == "both twice" {
        benchmark.startMeasurement()
        benchmark.stopMeasurement()
        close()
      }
    }
    let benchmark = try #require(Face(form, closure: closure))
    // The first sample finds out that the benchmark takes its own time.
    for _ in 0..<2 {
      bound = 0
      mark = ClockReading.wallNow()
      var stopwatch = Stopwatch(cpuClock: .process)
      try benchmark.run(closure, iterations: 10, stopwatch: &stopwatch)
      close()
      let wall = try stopwatch.reading().wall
      #expect(wall > 0)
      #expect(wall <= bound)
    }
  }

  @Test func `a sample of several calls is measured with one start until a call starts itself`()
    throws
  {
    let plain: (Face) -> Void = { _ in }
    let late: (Face) -> Void = { if $0.currentIteration >= 3 { $0.startMeasurement() } }
    func laps(_ closure: @escaping (Face) -> Void, samples: Int) throws -> [Int] {
      let benchmark = try #require(Face("benchmark", closure: closure))
      return try (0..<samples).map { _ in
        var stopwatch = Stopwatch(cpuClock: .thread)
        try benchmark.run(closure, iterations: 10, stopwatch: &stopwatch)
        return stopwatch.laps
      }
    }
    #expect(try laps(plain, samples: 2) == [1, 1])
    // The three calls before, the fourth from its start, and six by themselves; then all ten.
    #expect(try laps(late, samples: 2) == [8, 10])
  }

  @Test func `a benchmark that fails is a failure of its row, with the reason`() async throws {
    let result = try await measure(failingBenchmarks)
    #expect(result.rows.map(\.name) == ["is right"])
    let messages = Dictionary(uniqueKeysWithValues: result.failures.map { ($0.row, $0.message) })
    #expect(messages["throws"] == "Unreachable()")
    #expect(messages["throws, suspended"] == "Unreachable()")
    #expect(messages["says so"] == "the answer is wrong")
    #expect(messages["is not set up"] == "its set-up failed: Unreachable()")
  }

  @Test func `what has no effect is said once, with its names`() {
    portedBenchmarks()
    let notes = BenchmarkRunner.notes(about: Face.benchmarks)
    #expect(notes.count == 2)
    #expect(notes.first?.hasPrefix("scaled and 1 more: thresholds are not checked") == true)
    #expect(notes.last?.contains("threads") == true)
    for measured in [
      "wallClock", "instructions", "mallocCountTotal,", "mallocBytesCount", "freeCountTotal",
      "retries", "contextSwitches",
    ] {
      #expect(notes.last?.contains(measured) == false, "\(measured)")
    }
    #expect(BenchmarkRunner.notes(about: []) == [])
  }

  @Test func `metrics are told apart by case, and custom ones by name`() {
    #expect(Set(BenchmarkMetric.all).count == BenchmarkMetric.all.count)
    // As many as version 1.38 of the original has; sets that suites ask for by name are parts of them.
    #expect(BenchmarkMetric.all.count == 32)
    let sets: [[BenchmarkMetric]] = [
      .microbenchmark, .default, .extended, .memory, .arc, .system, .disk,
    ]
    #expect(sets.allSatisfy(Set(BenchmarkMetric.all).isSuperset))
    #expect(BenchmarkMetric.custom("a") == .custom("a", polarity: .prefersLarger))
    #expect(BenchmarkMetric.custom("a") != .custom("b"))
    #expect(BenchmarkMetric.custom("wallClock") != .wallClock)
    #expect(BenchmarkMetric.wallClock.description == "wallClock")
    #expect(BenchmarkMetric.custom("retries").description == "retries")
    #expect(BenchmarkMetric.throughput.polarity == .prefersLarger)
  }

  @Test func `a process runs the suite, tells what has no effect, and ends with its status`() async
  {
    let result = await #expect(
      processExitsWith: .exitCode(1),
      observing: [\.standardErrorContent]
    ) {
      setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
      await BenchmarkRunner.main(
        {
          portedBenchmarks()
          failingBenchmarks()
        },
        suite: "ported",
        arguments: ["--quick", "--rounds", "2"]
      )
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("thresholds are not checked"))
    #expect(errors.contains("retries: "))
    #expect(errors.contains("error: row says so: the answer is wrong"))
  }
}
