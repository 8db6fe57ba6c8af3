import BenchmarkResults
import CommandRunning
import Foundation
import SeededRandom
import Statistics
import Testing

@testable import Counting

/// A small program, compiled and counted as it was and with a change planted.
@Suite(
  .timeLimit(.minutes(30)),
  .enabled(
    if: ["valgrind", "strip", "nm", "swiftc"].allSatisfy { InstalledTool.path(of: $0) != nil },
    "valgrind, binutils or the compiler is missing"
  )
)
struct RealProgramTests {
  private static let source = """
    final class Box { var value = 0; init(_ value: Int) { self.value = value } }
    nonisolated(unsafe) var kept: Box?

    struct Parser {
      var checksum = 0

      @inline(never)
      mutating func next(_ value: Int) -> Int {
        var sum = value
        checksum = checksum &+ value
        return sum
      }
    }

    @inline(never)
    func parse(_ count: Int) -> Int {
      var parser = Parser()
      var sum = 0
      for value in 0..<count { sum = sum &+ parser.next(value) }
      return sum &+ parser.checksum
    }

    print(parse(CommandLine.arguments.count * 2000))

    """

  private func compile(_ source: String, in folder: String) async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = "\(folder)/program.swift"
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: try #require(InstalledTool.path(of: "swiftc")))
    process.arguments = ["-O", "-g", file, "-o", "\(folder)/program"]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test(.enabled(if: TestTier.isCheck, "make check runs it"))
  func `a planted change is named with its function, its line and its caller`() async throws {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: place) }
    let old = "    checksum = checksum &+ value\n"
    let new = old + "    kept = Box(value % 7)\n"
    try await compile(Self.source, in: "\(place)/base")
    try await compile(Self.source.replacing(old, with: new), in: "\(place)/head")
    func command(_ side: String) -> CountedCommand {
      CountedCommand("./program", in: "\(place)/\(side)", timeout: .seconds(120))
    }
    let base = try await command("base").measure(layout: 0)
    let head = try await command("head").measure(layout: 0)
    let comparison = CostComparison(
      Sides(base: base.runs, head: head.runs).map { $0.callGraph() },
      metrics: CostMetric.allCases
    )
    // What is attributed is what is gated.
    #expect(comparison.totals(.instructions).base == base.counts.instructions)
    #expect(comparison.totals(.allocations).head == head.counts.allocations)
    var differences = [CostMetric.instructions, .allocations].map { metric in
      comparison.difference(
        metric,
        counts: comparison.totals(metric),
        tolerance: 0
      )
    }
    let baseSites = try #require(try await command("base").sites(layout: 0))
    let headSites = try #require(try await command("head").sites(layout: 0))
    try await comparison.addLines(
      to: &differences,
      sites: Sides(base: baseSites, head: headSites),
      symbolizer: Symbolizer()
    )
    let line = Self.source.components(separatedBy: old)[0].count(where: \.isNewline) + 2
    for difference in differences {
      let first = try #require(difference.culprits.first, "\(difference)")
      #expect(first.function == "Parser.next(_:)", "\(difference)")
      #expect(first.caller == "parse(_:)")
      // The end of a box's life is a part of the instructions that is told of its class.
      #expect(first.share > 0.6 && difference.attributed > 0.98, "\(difference)")
      #expect(first.line?.place == "program.swift:\(line)", "\(difference)")
    }
    #expect(differences[1].difference >= 2000 && differences[1].difference < 2010)
  }
}

/// Programs on PATH.
enum InstalledTool {
  static func path(of tool: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(tool)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
