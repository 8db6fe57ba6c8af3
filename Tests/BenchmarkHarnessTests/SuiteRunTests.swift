import ExpectedErrors
import Glibc
import ProcessLaunching
import SuiteErrors
import Testing

@testable import BenchmarkHarness

/// The suites run one after the other: they share the main thread and its clocks.
@Suite(.serialized, .expectedErrors)
@MainActor
struct SuiteRunTests {
  @Test func `a suite's words are in its results, and those for nothing are known`() async throws {
    let directory = try TemporaryDirectory()
    let words = [
      "count": "counting", "size=": "things", "size=3": "three", "gone": "a", "size=4": "b",
    ]
    var suite = BenchmarkSuite("fixture", about: "What it costs.", words: words)
    suite.add(.counting("count", parameters: ["size": 3]))
    #expect(suite.misnamedWords == ["gone", "size=4"])
    _ = try await suite.run(["--quick", "--rounds", "2", "--json", "\(directory.path)/r.json"])
    let result = try directory.result("r.json")
    #expect(result.about == "What it costs.")
    #expect(result.words == words)
  }

  @Test func `a run writes what it measured, with ratios, and says that it is complete`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let log = BenchmarkLog()
    let suite = BenchmarkSuite([
      .counting("count", parameters: ["size": 3], floors: ["add"], log: log),
      .counting("add", kind: .floor),
    ])
    let run = try await suite.run([
      "--quick", "--rounds", "4", "--json", "\(directory.path)/r.json",
    ])
    #expect(run.isRight)
    #expect(run.lines.isEmpty)

    let result = try directory.result("r.json")
    #expect(result.suite == "fixture")
    #expect(result.schemaVersion == SuiteResult.currentSchemaVersion)
    #expect(result.isComplete)
    #expect(result.failures.isEmpty)
    #expect(result.rounds == 4)
    #expect(result.machine.logicalCPUs >= 1)
    #expect(result.machine.memoryBytes > 0)
    #expect(result.rows.map(\.name) == ["count/size=3", "add"])

    let row = try #require(result.rows.first)
    #expect(row.benchmark == "count")
    #expect(row.parameters == [BenchmarkParameter(key: "size", value: "3")])
    #expect(row.cpuClock == .thread)
    #expect(row.sampleCount == 4 * row.samplesPerRound)
    #expect(row.cpuSamples.count == row.sampleCount)
    #expect(row.ratios.map(\.floor) == ["add"])
    #expect(row.ratios.first?.rounds == 4)
    let fastest = try #require(row.wallSamples.min())
    #expect(row.wall.minimum == Double(fastest) / Double(row.iterationsPerSample))
    #expect(try directory.files == ["r.json"], "temporary files are left")
    #expect(log["set up"] == 1)
    #expect(log["torn down"] == 1)
    #expect(log["verified"] == 2)
  }

  @Test func `who watches a run is told each step, and what is over`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/steps"
    let file = ProgressFile(path: path)
    file.begin("a\\n\nb")
    file.finish("a\\n\nb")
    file.begin("c d")
    let content = ProgressFile.Content(path: path)
    #expect(content.current == "c d")
    #expect(content.finished == ["a\\n\nb"])
    #expect(ProgressFile.Content(path: "\(directory.path)/none").current == nil)
  }

  @Test func `a run notes its rows where it is told to`() async throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/steps"
    setenv(ProgressFile.variable, path, 1)
    defer { unsetenv(ProgressFile.variable) }
    let suite = BenchmarkSuite([.counting("one", floors: ["two"]), .counting("two", kind: .floor)])
    _ = try await suite.run(["--quick", "--rounds", "2"])
    let content = ProgressFile.Content(path: path)
    #expect(content.current == "two")
    #expect(content.finished == ["one", "two"])
  }

  @Test func `a quick run leaves out what is larger than the suite's limit`() async throws {
    var suite = BenchmarkSuite(
      [10, 100, 1000].map { .counting("count", parameters: ["size": $0]) }
    )
    suite.add(.counting("named", parameters: ["size": "huge"]))
    suite.add(.counting("other", parameters: ["views": 1000]))
    suite.limitQuickRuns("size", to: 100)
    let quick = try await suite.run(["--quick", "--list"]).lines
    #expect(quick == ["count/size=10", "count/size=100", "named/size=huge", "other/views=1000"])
    #expect(try await suite.run(["--list"]).lines.count == 5)
  }

  @Test func `a quick run of a suite that is too large lists nothing and measures nothing`()
    async throws
  {
    var suite = BenchmarkSuite([.counting("count", parameters: ["size": 1000])])
    suite.limitQuickRuns("size", to: 100)
    let list = try await suite.run(["--quick", "--list"])
    #expect(list.isRight && list.lines == [])
    await #expect(throws: SuiteError.self) {
      try await suite.run(["--quick"])
    }
  }

  @Test func `an interrupted run keeps the rounds that all of its rows have`() async throws {
    let directory = try TemporaryDirectory()
    let log = BenchmarkLog()
    let suite = BenchmarkSuite([.counting("row", floors: ["floor"]), .counting("floor")])
    // Asked before the group and each of the two set-ups, then after each part of a round: in the third.
    let isRight = try await suite.run(
      commandLine: ["--quick", "--rounds", "4", "--json", "\(directory.path)/r.json"],
      probe: .interrupted {
        log.add(to: "asked")
        return log["asked"] >= 8
      },
      print: { _ in }
    )
    #expect(!isRight)
    let result = try directory.result("r.json")
    #expect(!result.isComplete)
    #expect(result.failures == [])
    #expect(result.rows.map(\.name) == ["row", "floor"])
    #expect(result.rows.allSatisfy { $0.sampleCount == 2 * $0.samplesPerRound })
    #expect(result.rows.first?.ratios.map(\.rounds) == [2])
  }

  @Test func `what fails because it is interrupted is no failure, and the rest is left`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let log = BenchmarkLog()
    let cut = Benchmark("cut", floors: ["later"], sampleDuration: .microseconds(20)) {
      BenchmarkBody(
        run: { _ in
          log.add(to: "stopped")
          throw ProcessFailure("signal 2 ended it")
        },
        verify: { _ in }
      )
    }
    let isRight = try await BenchmarkSuite([cut, .counting("later", log: log)]).run(
      commandLine: ["--quick", "--json", "\(directory.path)/r.json"],
      probe: .interrupted { log["stopped"] > 0 },
      print: { _ in }
    )
    #expect(!isRight)
    let result = try directory.result("r.json")
    #expect(!result.isComplete && result.failures == [] && result.rows == [])
    #expect(log["set up"] == 0)
  }

  @Test func `a row says whether it had settled, and a slowing one has not`() async throws {
    let directory = try TemporaryDirectory()
    let slowing = Benchmark("slowing", sampleDuration: .microseconds(100)) {
      BenchmarkBody(
        state: 1000,
        run: { work, iterations in
          // Each sample takes a tenth longer than the one before, for as long as the warm-up may be.
          for _ in 0..<iterations {
            for step in 0..<work { blackHole(step) }
          }
          work += work / 10
          if work > 10_000_000 { work = 1000 }
        },
        verify: { _, _ in }
      )
    }
    _ = try await BenchmarkSuite([slowing]).run([
      "--quick", "--json", "\(directory.path)/r.json",
    ])
    let row = try #require(try directory.result("r.json").rows.first)
    #expect(row.isSteady == false)
    let short = row.omittingSamples()
    #expect(short.sampleCount == row.sampleCount)
    #expect(short.wallSamples.isEmpty && short.cpuSamples.isEmpty)
    #expect(short.omittingSamples() == short)
    #expect(short.wall == row.wall.rounded())
  }

  @Test func `a wrong answer fails its row and keeps the others`() async throws {
    let directory = try TemporaryDirectory()
    let suite = BenchmarkSuite([
      .counting("right", floors: ["wrong"]), .counting("wrong", error: 1), .counting("also right"),
    ])
    let run = try await suite.run(["--quick", "--json", "\(directory.path)/r.json"])
    #expect(!run.isRight)
    let result = try directory.result("r.json")
    #expect(result.rows.map(\.name) == ["right", "also right"])
    #expect(result.rows.first?.ratios == [])
    #expect(result.failures.map(\.row) == ["wrong"])
    #expect(result.failures.first?.message.hasPrefix("wrong sum: expected") == true)
  }

  @Test func `a wrong answer makes the process exit with status 1`() async {
    let result = await #expect(
      processExitsWith: .exitCode(1),
      observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      // With it set the process doesn't start itself anew.
      setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
      await BenchmarkSuite([.counting("wrong", error: 1), .counting("right")]).main(["--quick"])
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(errors.contains("error: row wrong: wrong sum: expected"))
    #expect(output.contains("right"))
  }

  @Test func `right answers make the process exit with status 0`() async {
    await #expect(processExitsWith: .success) {
      setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
      await BenchmarkSuite([.counting("right")]).main(["--quick"])
    }
  }

  @Test func `what was measured before a crash is in the file`() async throws {
    let directory = try TemporaryDirectory()
    await #expect(processExitsWith: .failure) { [path = "\(directory.path)/r.json" as String] in
      setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
      let crashing = Benchmark("crashing") {
        BenchmarkBody(run: { _ in fatalError("as it should") }, verify: { _ in })
      }
      await BenchmarkSuite([.counting("sound"), crashing]).main(["--quick", "--json", path])
    }
    let result = try directory.result("r.json")
    #expect(result.rows.map(\.name) == ["sound"])
    #expect(!result.isComplete)
  }

  @Test func `a set-up that throws fails its row and keeps the others`() async throws {
    let directory = try TemporaryDirectory()
    let broken = Benchmark("broken") { throw VerificationError("file", expected: "a", found: "b") }
    let suite = BenchmarkSuite([broken, .counting("sound", floors: ["broken"])])
    let run = try await suite.run(["--quick", "--json", "\(directory.path)/r.json"])
    #expect(!run.isRight)
    let result = try directory.result("r.json")
    #expect(result.rows.map(\.name) == ["sound"])
    #expect(result.failures.map(\.row) == ["broken"])
  }

  @Test func `one shot runs exactly the iterations asked for, once`() async throws {
    let log = BenchmarkLog()
    let other = BenchmarkLog()
    let suite = BenchmarkSuite([.counting("count", log: log), .counting("other", log: other)])
    let run = try await suite.run(["--one-shot", "1234", "--filter", "^count$"])
    #expect(run.isRight)
    #expect(run.lines == ["ran 1234 iterations of count"])
    #expect(log["iterations"] == 1234)
    #expect(log["runs"] == 1)
    #expect(log["verified"] == 1)
    #expect(log["torn down"] == 1)
    #expect(other["set up"] == 0)
  }

  @Test func `one shot with a wrong answer fails and doesn't say that it ran`() async throws {
    let run = try await BenchmarkSuite([.counting("wrong", error: 1)]).run(["--one-shot", "10"])
    #expect(!run.isRight)
    #expect(run.lines.isEmpty)
  }

  @Test func `listing sets nothing up`() async throws {
    let log = BenchmarkLog()
    let suite = BenchmarkSuite([.counting("a", parameters: ["n": 1], log: log), .counting("b")])
    #expect(try await suite.run(["--list"]).lines == ["a/n=1", "b"])
    #expect(try await suite.run(["--list", "--filter", "b"]).lines == ["b"])
    #expect(log["set up"] == 0)
  }

  @Test func `bodies that suspend are measured with the CPU time of the process`() async throws {
    actor Counter {
      var value = 0

      func increment() { value += 1 }
    }
    let suspending = Benchmark("actor", sampleDuration: .microseconds(50)) {
      let counter = Counter()
      return BenchmarkBody(
        runAsync: { for _ in 0..<$0 { await counter.increment() } },
        verify: {
          try VerificationError.check("count", found: await counter.value, expected: $0)
        }
      )
    }
    let directory = try TemporaryDirectory()
    let run = try await BenchmarkSuite([suspending]).run(
      ["--quick", "--json", "\(directory.path)/r.json"])
    #expect(run.isRight)
    #expect(try directory.result("r.json").rows.first?.cpuClock == .process)
  }

  @Test func `without a file the rows are printed as a table`() async throws {
    let run = try await BenchmarkSuite([.counting("count", floors: ["add"]), .counting("add")])
      .run(["--quick"])
    let table = try #require(run.lines.first)
    #expect(table.hasPrefix("row"))
    #expect(table.contains("x add"))
  }
}
