import BenchmarkResults
import Glibc
import SuiteErrors
import Testing

@testable import BenchmarkHarness

@Suite(.serialized)
@MainActor
struct RowServerTests {
  private func serve(
    _ requests: [String],
    iterations: Int? = 5,
    injection: InjectedWork = .none,
    measuresUsage: Bool = false,
    log: BenchmarkLog,
    error: Int = 0
  ) async throws -> [String] {
    var lines: [String] = []
    var next = requests.makeIterator()
    let server = RowServer(
      benchmark: .counting("row", log: log, error: error),
      iterations: iterations,
      injection: injection,
      measuresUsage: measuresUsage
    )
    try await server.serve(readingLine: { next.next() }, print: { lines.append($0) })
    return lines
  }

  @Test func `a served row greets, gives as many times as are asked for, and ends`() async throws {
    let log = BenchmarkLog()
    let lines = try await serve(["sample 3", "sample 1", "end"], log: log)
    #expect(lines.count == 4)
    #expect(lines[0] == "serving 1 5 thread 1")
    let times = lines[1].split(separator: " ").dropFirst().compactMap { UInt64($0) }
    #expect(lines[1].hasPrefix("sampled ") && times.count == 3)
    #expect(lines[2].split(separator: " ").count == 2)
    #expect(lines[3] == "ended")
    #expect(log["set up"] == 1 && log["torn down"] == 1)
    #expect(log["iterations"] == 5 * log["runs"])
    #expect(log["verified"] == 2)
  }

  @Test func `what the samples took of the system is told where it is asked for`() async throws {
    let lines = try await serve(["sample 3", "end"], measuresUsage: true, log: BenchmarkLog())
    let words = try #require(lines.last).split(separator: " ")
    try #require(words.count == 5 && words[0] == "ended")
    let figures = words.dropFirst().compactMap { Double($0) }
    #expect(figures.count == 4 && figures.allSatisfy { $0 >= 0 })
    // A process with this test in it has some megabytes.
    #expect(figures[2] > 1_048_576)
  }

  @Test func `the end of the input is an end as well`() async throws {
    #expect(try await serve([], log: BenchmarkLog()).last == "ended")
  }

  @Test func `without a number of iterations the row is calibrated`() async throws {
    let line = try #require(try await serve([], iterations: nil, log: BenchmarkLog()).first)
    let iterations = try #require(Int(line.split(separator: " ")[2]))
    #expect(iterations > 1)
  }

  @Test func `injected work is run, counted in the answer and not told`() async throws {
    let log = BenchmarkLog()
    let lines = try await serve(
      ["sample 2"],
      iterations: 1000,
      injection: InjectedWork(iterations: 0.01),
      log: log
    )
    #expect(lines[0] == "serving 1 1000 thread 1")
    #expect(log["iterations"] == 1010 * log["runs"])
  }

  @Test func `a wrong answer is an error before the first sample`() async throws {
    let log = BenchmarkLog()
    await #expect(throws: VerificationError.self) {
      try await serve(["sample 1"], log: log, error: 1)
    }
    #expect(log["torn down"] == 1)
  }

  @Test(arguments: ["sample", "sample 0", "sample -1", "samples 3", "sample 9999999", ""])
  func `a line that is no request is an error`(line: String) async throws {
    let log = BenchmarkLog()
    await #expect(throws: SuiteError.self) { try await serve([line], log: log) }
    #expect(log["torn down"] == 1)
  }

  @Test func `a row describes itself in a line that can be read again`() throws {
    let benchmark = Benchmark.counting("row", parameters: ["path": "a/b"], kind: .peer)
    let description = RowDescription(
      name: benchmark.rowName,
      kind: benchmark.kind,
      threads: benchmark.threads
    )
    #expect(!description.line.contains("\n"))
    #expect(RowDescription(line: description.line) == description)
    #expect(description.name == "row/path=a/b" && description.kind == .peer)
    #expect(RowDescription(line: "row/path=a/b") == nil)
  }

  @Test func `what is injected is at least one iteration, and one allocation`() async throws {
    let work = InjectedWork(iterations: 0.01)
    #expect([1, 49, 100, 1000].map(work.moreIterations) == [1, 1, 1, 10])
    #expect(InjectedWork.none.moreIterations(than: 1000) == 0)
    let log = BenchmarkLog()
    _ = try await serve(["sample 2"], iterations: 1, injection: work, log: log)
    #expect(log["iterations"] == 2 * log["runs"])
  }

  @Test func `all that is injected is in the difference of two one shots`() async throws {
    defer { unsetenv(InjectionVariable.start.rawValue) }
    for iterations in [10, 20, 90, 110, 1000] {
      let start = iterations / 10
      setenv(InjectionVariable.start.rawValue, "\(start)", 1)
      var counts: [Int] = []
      for count in [start, start + iterations] {
        let log = BenchmarkLog()
        let suite = BenchmarkSuite([.counting("a", log: log)])
        _ = try await suite.run(
          ["--one-shot", "\(count)"],
          injection: InjectedWork(iterations: 0.01)
        )
        counts.append(log["iterations"])
      }
      #expect(counts[1] - counts[0] == iterations + max(1, iterations / 100))
    }
  }

  @Test func `only one row can be served`() async throws {
    let suite = BenchmarkSuite([.counting("a"), .counting("b")])
    await #expect(
      throws: SuiteError(
        "--serve",
        "2 rows match, not one",
        remedy: "give a --filter that matches one row"
      )
    ) {
      try await suite.run(["--serve"])
    }
  }

  @Test func `one shot runs injected work as well`() async throws {
    let log = BenchmarkLog()
    let suite = BenchmarkSuite([.counting("a", log: log)])
    let run = try await suite.run(
      ["--one-shot", "200"],
      injection: InjectedWork(iterations: 0.025)
    )
    #expect(run.isRight && run.lines == ["ran 200 iterations of a"])
    #expect(log["iterations"] == 205)
  }
}
