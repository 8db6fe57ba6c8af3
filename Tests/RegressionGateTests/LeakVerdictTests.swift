import BenchmarkResults
import ProcessLaunching
import Statistics
import Testing

@testable import RegressionGate

/// What operations leave in memory, as a gate judges it.
@Suite struct LeakVerdictTests {
  private actor Answers {
    private var rest: [RowMemory]

    init(_ answers: [RowMemory]) { rest = answers }

    func next() throws -> RowMemory {
      guard !rest.isEmpty else { throw ProcessFailure("it was asked once too often") }
      return rest.removeFirst()
    }
  }

  private static func memory(_ bytes: Double, leaked: Double = 0) -> RowMemory {
    let part = RowMemory.Part(
      type: "Node",
      function: "List.push(_:)",
      line: "List.swift:30",
      blocks: 1,
      bytes: bytes,
      leakedBytes: leaked,
      holder: nil
    )
    return RowMemory(parts: bytes > 0 ? [part] : [], operations: 30)
  }

  private static func judge(_ base: RowMemory, _ head: RowMemory) -> RowJudgement {
    var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
    (evidence.baseLeaves, evidence.headLeaves) = (base, head)
    var limits = GateLimits()
    limits.alsoGated = [.leaks]
    return RowJudgement(evidence, limits: limits)
  }

  @Test func `what the head alone leaves is a regression, named with its line`() {
    let leak = Self.judge(Self.memory(0), Self.memory(48, leaked: 48))
    #expect(leak.verdict == .regression)
    #expect(
      leak.changes == [
        "leaks: 0.0 bytes -> 48.0 bytes, 0 -> 48, limit 0 %; an operation leaves 48 bytes: 48 of `Node`, made in "
          + "`List.push(_:)` (List.swift:30), leaked: nothing holds it"
      ]
    )
    #expect(Self.judge(Self.memory(0), Self.memory(48)).verdict == .regression)
    // What was held isn't any more.
    #expect(Self.judge(Self.memory(48), Self.memory(48, leaked: 48)).verdict == .regression)
  }

  @Test func `what both sides leave is told, and what the base alone leaves is an improvement`() {
    let both = Self.judge(Self.memory(48, leaked: 48), Self.memory(96, leaked: 96))
    #expect(both.verdict == .pass)
    #expect(both.changes.first?.contains("; both sides leave memory: an operation ") == true)
    #expect(Self.judge(Self.memory(0), Self.memory(0)).changes == [])
    #expect(Self.judge(Self.memory(48), Self.memory(0)).verdict == .improvement)
    #expect(Self.judge(Self.memory(48, leaked: 48), Self.memory(48)).verdict == .improvement)
  }

  @Test func `what the head alone seems to leave is looked for once more`() async {
    let (none, leak) = (Self.memory(0), Self.memory(48))
    for (answers, verdict) in [
      ([none, leak, none, none], Verdict.pass), ([none, leak, none, leak], .regression),
      ([leak, none], .improvement), ([none, none], .pass),
    ] {
      var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
      let rest = Answers(answers)
      let programs = Sides(base: BenchmarkProgram("base"), head: BenchmarkProgram("head"))
      await evidence.findLeaks(of: programs, iterations: 10) { _, _, _ in try await rest.next() }
      #expect(evidence.countingFailure == nil)
      #expect(MetricComparison.leaks(of: evidence)?.verdict == verdict)
    }
  }

  @Test func `a side whose memory can't be seen makes the row unmeasured`() async {
    var evidence = RowEvidence(executable: "Bench", row: "row", presence: .both)
    let rest = Answers([Self.memory(0)])
    let programs = Sides(base: BenchmarkProgram("base"), head: BenchmarkProgram("head"))
    await evidence.findLeaks(of: programs, iterations: 10) { _, _, _ in try await rest.next() }
    #expect(evidence.countingFailure == "head: it was asked once too often")
    #expect(RowJudgement(evidence, limits: GateLimits()).verdict == .unmeasured)
  }
}
