import BenchmarkResults
import Testing

@testable import Counting
@testable import RegressionGate
@testable import hamon

@Suite struct ChangedFileTests {
  /// A row that has got slower in a function, of which the file of the line is known, or nothing.
  private func row(_ file: String?) -> RowJudgement {
    var culprit = Culprit(
      function: "parse",
      module: "Bench",
      isWritten: true,
      difference: 50,
      share: 1,
      base: 100,
      head: 150,
      baseCalls: 1,
      headCalls: 1,
      helpers: [],
      notes: []
    )
    culprit.line = file.map {
      SourceLine(file: $0, line: 31, inlined: nil, share: 1, isOfBase: false)
    }
    var attribution = RowAttribution()
    let more = CostDifference(
      metric: .instructions,
      base: 100,
      head: 150,
      attributed: 1,
      culprits: [culprit]
    )
    attribution.differences = [more]
    var evidence = RowEvidence(executable: "Bench", row: "parse", presence: .both)
    func counts(_ instructions: Double) -> RowCounts {
      RowCounts(
        instructions: instructions,
        allocations: 0,
        objects: 0,
        retains: 0,
        releases: 0,
        iterations: 1000
      )
    }
    (evidence.baseCounts, evidence.headCounts) = (counts(100), counts(150))
    evidence.attribution = attribution
    return RowJudgement(evidence, limits: GateLimits())
  }

  @Test func `where no line that differs is named, what differs is told`() {
    var sides = ComparedSides(base: "main", head: "head")
    let unnamed = [row("/tmp/base/Benchmarks/Bench/main.swift"), row(nil)]
    #expect(sides.changedNote(on: unnamed) == nil)
    sides.changed = [
      ChangedFile(path: "Sources/Parsing/Parser.swift", lines: ["88", "90-91"]),
      ChangedFile(path: "Sources/Parsing/Token.swift", lines: (1...6).map { "\($0)" }),
    ]
    let told = sides.changedNote(on: unnamed)
    #expect(told?.hasPrefix("parse and 1 more: no line that differs is known") == true)
    let places = ["Parser.swift:88, 90-91", "Token.swift:1, 2, 3, 4, 5 ..."]
      .map { "Sources/Parsing/\($0)" }.joined(separator: "; ")
    #expect(told?.hasSuffix("what differs: \(places)") == true, "\(told ?? "")")
    #expect(sides.changedNote(on: [row("/tmp/base/Sources/Parsing/Parser.swift")]) == nil)
  }
}
