import ArgumentParser
import BenchmarkHarness
import BenchmarkReport
import BenchmarkResults
import Foundation
import RegressionGate
import SeededRandom
import SuiteErrors
import Testing

@testable import hamon

/// Examples/Benchmarks, as somebody has it who depends on this package by its path.
@Suite(.serialized, .enabled(if: TestTier.isCheck, "make check runs it"), .timeLimit(.minutes(30)))
struct OwnBenchmarksTests {
  private static let package = "\(FixturePackage.repository)/Examples/Benchmarks"

  /// Builds and runs the package's benchmarks, and reads what that wrote.
  private func bench(
    filter: String? = nil,
    countsRows: Bool = false
  ) async throws -> (isRight: Bool, results: ResultCollection) {
    let fixture = try BenchFixture()
    let path = "\(fixture.path)/own.json"
    var command = try BenchCommand.parse(["--quick", "--json", path])
    // A folder below, because the tests' own directory is another package's.
    command.packagePath = "\(Self.package)/Benchmarks/NumberParsing"
    command.rows.only.filter = filter
    command.counts = countsRows
    let isRight = try await BenchRun(command).run()
    return (isRight, try ResultCollection.read(path))
  }

  @Test func `the benchmarks of another package are built, run and compared`() async throws {
    let (isRight, results) = try await bench()
    #expect(isRight)
    #expect(results.suites.map(\.suite) == ["NumberParsing", "QueueSuite"])
    #expect(
      results.suites.map { $0.rows.map(\.name) } == [
        ["numbers", "bytes"],
        ["Mailbox.post", "Mailbox.collect", "AsyncStream", "boxes"],
      ]
    )
    #expect(results.suites.allSatisfy { $0.isOptimized && $0.isComplete && $0.failures == [] })
    let bars = try #require(results.suites.first?.bars)
    #expect(bars.map(\.name) == ["parsing"])
    #expect(bars.map(\.comparedWith) == ["bytes"])
    #expect(results.suites.first?.rows.first?.ratios.map(\.floor) == ["bytes"])
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")))
  func `counts of a ported suite are those of one call of its closure`() async throws {
    let (isRight, results) = try await bench(filter: "^boxes|collect$", countsRows: true)
    #expect(isRight)
    #expect(results.suites.map(\.suite) == ["QueueSuite"])
    let rows = try #require(results.suites.first).rows
    let boxes = try #require(rows.first { $0.name == "boxes" }?.counts)
    #expect(boxes.allocations == 100)
    #expect(boxes.objects == 100)
    // What is prepared before startMeasurement() is in no time, but it is counted.
    let collect = try #require(rows.first { $0.name == "Mailbox.collect" }?.counts)
    #expect(collect.allocations >= 10)
  }

  @Test(.enabled(if: ReleaseBenchmark.hasValgrind, "valgrind is missing"))
  func `the gate of a ported suite finds an allocation in a hundred calls`() async throws {
    let package = SwiftPackage(root: Self.package)
    let suite = try await package.build("QueueSuite")
    try await ToolFixture.open { tool in
      let json = "\(tool.folder)/gate.json"
      func gate(injecting variables: [String: String] = [:]) async throws -> GateReport {
        let outcome = try await tool.run(
          [
            "gate", "--base-executable", suite, "--head-executable", suite, "--no-wall", "--filter",
            "^(Mailbox.post|boxes)$", "--json", json,
          ],
          environment: variables
        )
        #expect(outcome.status != 1, "\(outcome.error)")
        return try JSONDecoder().decode(
          GateReport.self,
          from: Data(contentsOf: URL(filePath: json))
        )
      }
      let same = try await gate()
      #expect(same.rows.map(\.verdict) == [.pass, .pass], "\(same.text(showsAll: true))")
      let more = try await gate(injecting: [InjectionVariable.allocations.rawValue: "10"])
      #expect(more.exitCode == 2, "\(more.text(showsAll: true))")
      #expect(more.rows.count == 2)
      for row in more.rows {
        #expect(row.regressions.contains { $0.metric == .allocations }, "\(more.text())")
      }
    }
  }

  @Test func `a gate of the package passes the same code, and names what has become slower`()
    async throws
  {
    let example = try await GatedExample()
    try await ToolFixture.open { tool in
      let json = "\(tool.folder)/gate.json"
      func gate(_ arguments: String...) async throws -> ToolFixture.Outcome {
        try await tool.run(
          ["gate", "--package-path", GatedExample.path, "--json", json] + arguments
        )
      }
      func report() throws -> GateReport {
        try JSONDecoder().decode(GateReport.self, from: Data(contentsOf: URL(filePath: json)))
      }
      let counting = ReleaseBenchmark.hasValgrind ? "--counts" : "--no-counts"
      let same = try await gate("--base", "HEAD", "--fresh", counting)
      #expect(same.status == 0, "\(same.output) \(same.error)")
      // The floor says what the machine does, and not what the package does.
      #expect(try report().rows.map(\.evidence.row) == ["numbers"])
      #expect(try report().rows.first?.evidence.times.first?.ratios.count ?? 0 >= 8)
      #expect(try report().notes == [], "the code is shifted on both sides")

      // What isn't committed is part of the head: a benchmark that is gone, and one that is slower.
      try example.addBenchmark("Second")
      try await example.commit("Another benchmark")
      try example.removeBenchmark("Second")
      try example.edit(".split(separator: \",\")", to: ".split(separator: \",\").map(String.init)")
      let slower = try await gate(
        "--base",
        "HEAD",
        counting,
        counting == "--counts" ? "--no-wall" : "--wall"
      )
      #expect(slower.status == 2, "\(slower.output) \(slower.error)")
      #expect(slower.output.contains("regression: NumberParsing numbers"))
      if ReleaseBenchmark.hasValgrind {
        let culprit = slower.output.split(separator: "\n").first {
          $0.contains("instructions an operation")
        }
        #expect(culprit?.contains("; main.swift:15; ") == true, "\(slower.output)")
      }
      #expect(slower.output.contains("unmeasured: Second numbers\n  gone: the head has no row"))
      #expect(try report().head.hasSuffix(" with changes"))

      try example.edit("reduce(0)", to: "reduce(nothing)")
      let broken = try await example.commit("Doesn't build")
      try example.edit("reduce(nothing)", to: "reduce(0)")
      let unbuilt = try await gate("--base", broken)
      #expect(unbuilt.status == 3)
      #expect(
        unbuilt.output.contains("could not measure: base: it doesn't build:")
          && unbuilt.output.contains("'nothing'"),
        "\(unbuilt.output) \(unbuilt.error)"
      )
    }
  }

  @Test func `a benchmark that doesn't build is named`() async throws {
    let fixture = try BenchFixture()
    try fixture.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "broken",
        targets: [.executableTarget(name: "Unfinished", path: "Benchmarks/Unfinished")]
      )
      """,
      to: "Package.swift"
    )
    try fixture.write("print(", to: "Benchmarks/Unfinished/main.swift")
    let error = await #expect(throws: SuiteError.self) {
      try await SwiftPackage(containing: fixture.path).buildBenchmarks()
    }
    #expect(error?.subject == "Unfinished")
    #expect(error?.problem.hasPrefix("swift build --package-path \(fixture.path) ") == true)
  }

  @Test(arguments: ["README.md"])
  func `the benchmark that is documented is the one that is built here`(page: String) throws {
    let text = try String(contentsOfFile: "\(FixturePackage.repository)/\(page)", encoding: .utf8)
    let source = try String(
      contentsOfFile: "\(Self.package)/Benchmarks/NumberParsing/main.swift",
      encoding: .utf8
    )
    #expect(text.contains("```swift\n\(source)```\n"))
    #expect(source.split(separator: "\n").count <= 15)
  }

  @Test func `of the ported suite only the import is another`() throws {
    let folder = "\(Self.package)/Benchmarks/QueueSuite"
    let suite = try String(contentsOfFile: "\(folder)/Queues.swift", encoding: .utf8)
    let main = try String(contentsOfFile: "\(folder)/main.swift", encoding: .utf8)
    #expect(!suite.contains("BenchmarkHarness") && !suite.contains("BenchmarkRunner"))
    #expect(main == "import BenchmarkCompatibility\n\nawait BenchmarkRunner.main(benchmarks)\n")
    let page = try String(
      contentsOfFile: "\(FixturePackage.repository)/docs/from-ordo-one.md",
      encoding: .utf8
    )
    #expect(page.contains("```swift\n\(main)```\n"))
  }
}
