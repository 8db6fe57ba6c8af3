import BenchmarkResults
import Foundation
import SuiteErrors
import Testing

@testable import RegressionGate

@Suite(.timeLimit(.minutes(30)))
struct GateReportTests {
  private static let limits = GateLimits()

  static func row(
    _ name: String,
    instructions: Double = 100,
    failure: String? = nil
  ) -> RowJudgement {
    var evidence = RowEvidence(executable: "Bench", row: name, presence: .both)
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
    if failure == nil {
      evidence.baseCounts = counts(100)
      evidence.headCounts = counts(instructions)
    }
    evidence.failure = failure
    return RowJudgement(evidence, limits: limits)
  }

  static func noisy(_ name: String) -> RowJudgement {
    var evidence = RowEvidence(executable: "Bench", row: name, presence: .both)
    let strata = (0..<4).map { _ in (0..<8).map { 0.05 + 0.1 * Double($0 - 4) } }
    evidence.times = [
      TimeEvidence(
        metric: .wall,
        ratios: PairRatios(strata: strata),
        base: 10,
        head: 11,
        isWhole: true
      )
    ]
    return RowJudgement(evidence, limits: limits)
  }

  @Test func `an end of a line in a name survives JUnit, and an interruption is an error there`() {
    let junit = report([Self.row("two\nlines")]).junit()
    #expect(junit.contains("name=\"two&#10;lines\""))
    let early = report([], interruption: "interrupted").junit()
    #expect(early.contains("tests=\"1\" failures=\"0\" errors=\"1\""))
    #expect(early.contains("<error message=\"interrupted\"/>"))
  }

  @Test func `no report has what would move a terminal's cursor, or be a command to a CI`() {
    let row = Self.row("a\n::error::\u{1B}[31mred\0", failure: "head: it said\n::error::no\u{7}")
    let report = report([row])
    let text = report.text()
    for line in text.split(separator: "\n") + report.markdown().split(separator: "\n") {
      #expect(!line.hasPrefix("::"), "\(line)")
      #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
    #expect(text.contains("unmeasured: Bench a ::error:: [31mred "))
    #expect(text.contains("could not measure: head: it said ::error::no"))
    // XML has no such characters, not even escaped.
    #expect(
      !report.junit().unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\0" || $0 == "\u{7}" }
    )
  }

  private static func oneSided(
    _ name: String,
    _ presence: RowPresence,
    isAllowed: Bool
  ) -> RowJudgement {
    RowJudgement(
      RowEvidence(executable: "Bench", row: name, presence: presence),
      limits: limits,
      allowsOneSided: isAllowed
    )
  }

  @Test func `rows of one side name the option that lets them pass, once`() {
    let rows = ["a", "b", "c"].map { Self.oneSided($0, .added, isAllowed: false) }
    let first = report(rows)
    #expect(first.exitCode == 3)
    let text = first.text()
    #expect(text.contains("note: the base has no row of these; --allow-new lets them pass"))
    #expect(text.components(separatedBy: "--allow-new").count == 2)
    #expect(first.markdown().contains("--allow-new"))
    let gone = report([Self.row("good"), Self.oneSided("old", .removed, isAllowed: false)]).text()
    #expect(
      gone.contains("note: 1 row is on one side only; if that is meant, --allow-new lets it pass")
    )
    #expect(!report([Self.row("good")]).text().contains("--allow-new"))
  }

  @Test func `a pass says how many rows were compared`() {
    let new = ["a", "b"].map { Self.oneSided($0, .added, isAllowed: true) }
    let none = report(new)
    #expect(none.exitCode == 0)
    #expect(none.text().hasSuffix("gate: passed: no row was compared: 2 new\n"))
    #expect(none.markdown().contains("<summary>0 rows pass, 2 not compared</summary>"))
    #expect(none.text(showsAll: true).contains("\nnew "))
    let some = report(new + [Self.row("good"), Self.oneSided("old", .removed, isAllowed: true)])
    #expect(some.text().hasSuffix("gate: passed: 1 pass, 2 new, 1 gone\n"))
    #expect(!some.text().contains("--allow-new"))
  }

  private func report(_ rows: [RowJudgement], interruption: String? = nil) -> GateReport {
    GateReport(
      base: "main (0123456789ab)",
      head: "<head> & more",
      date: "2026-11-21T10:00:00Z",
      machine: .current(),
      loadAverages: [1, 2, 3],
      limits: Self.limits,
      plan: PairPlan(),
      seconds: 12,
      rows: rows,
      controls: [],
      notes: [],
      interruption: interruption
    )
  }

  @Test func `a row that passes though its counts are unknown is named`() {
    var evidence = Self.row("lookup").evidence
    evidence.times = [
      TimeEvidence(
        metric: .wall,
        ratios: PairRatios(strata: Array(repeating: [0, 0], count: 4)),
        base: 10,
        head: 10,
        isWhole: false
      )
    ]
    evidence.baseCountRuns = Array(repeating: Self.row("a").evidence.baseCounts, count: 5)
      .compactMap(\.self)
    evidence.headCountRuns = [108, 95, 102, 99, 104].compactMap {
      Self.row("a", instructions: $0).evidence.headCounts
    }
    let text = report([Self.row("good"), RowJudgement(evidence, limits: Self.limits)]).text()
    #expect(text.contains("note: lookup: what is executed differs between memory layouts"))
    #expect(text.hasSuffix("gate: passed: 2 pass\n"))
    #expect(!report([Self.row("good")]).text().contains("memory layouts"))
  }

  @Test func `how long the rest takes is told by the rows that were measured`() {
    func rows(_ seconds: [Double?]) -> [RowEvidence] {
      seconds.map { seconds in
        var row = Self.row("row").evidence
        row.seconds = seconds
        return row
      }
    }
    #expect(GatePace(rows([2, 3])).left(rows: 10) == nil)
    // A row of one side takes no time, and says nothing of others.
    #expect(GatePace(rows([2, 3, nil])).left(rows: 10) == nil)
    #expect(GatePace(rows([2, 3, 4])).left(rows: 10) == "about 30 s")
    #expect(GatePace(rows([10, 20, 30])).left(rows: 100) == "about 34 min")
    #expect(GatePace(rows([10, 20, 30])).left(rows: 0) == nil)
    #expect(GatePace.plan(rows: 3, remaining: 2) == "3 rows, 1 of them measured before")
    #expect(GatePace.plan(rows: 50, remaining: 50).contains("told when 3 are measured"))
  }

  @Test func `the exit code tells passed, regressed and could not measure apart`() {
    let good = Self.row("good")
    let bad = Self.row("bad", instructions: 120)
    let broken = Self.row("broken", failure: "head: it hangs")
    #expect(report([good]).exitCode == 0)
    #expect(report([good, bad]).exitCode == 2)
    #expect(report([good, broken]).exitCode == 3)
    #expect(report([bad, broken]).exitCode == 2)
    #expect(report([good, Self.noisy("noisy")]).exitCode == 0)
    #expect(report([Self.noisy("noisy")]).exitCode == 3)
    #expect(report([]).exitCode == 3)
    #expect(report([good], interruption: "interrupted").exitCode == 3)
    var uncounted = Self.row("row", instructions: 110).evidence
    uncounted.countingFailure = "valgrind stopped"
    let accepted = AcceptedRegression(
      RowJudgement(uncounted, limits: Self.limits),
      reason: "known",
      date: "2026-11-21"
    )
    var half = report([RowJudgement(uncounted, limits: Self.limits)])
    #expect(half.exitCode == 2)
    half.accept([accepted])
    // What is accepted doesn't say that the rest was measured.
    #expect(half.exitCode == 3)
  }

  @Test
  func `each accepted regression is a line, so that two branches that add some can be merged`()
    throws
  {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appending(path: "accepted.json").path
    var file = AcceptanceFile()
    try file.write(path)
    #expect(try AcceptanceFile.read(path) == file)
    for (name, reason) in [("a", "checks\n\"its\" input"), ("b/size=1", "is right now")] {
      let row = Self.row(name, instructions: 120)
      file.append(AcceptedRegression(row, reason: reason, date: "2026-11-21"))
    }
    try file.write(path)
    #expect(try AcceptanceFile.read(path) == file)
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[1].contains("\"row\":\"a\"") && lines[2].contains("\"row\":\"b/size=1\""))
  }

  @Test func `a change that is smaller than the digits that are shown has more of them`() {
    var evidence = Self.row("row").evidence
    func counts(_ allocations: Double) -> RowCounts {
      RowCounts(
        instructions: 100,
        allocations: allocations,
        objects: 0,
        retains: 0,
        releases: 0,
        iterations: 1000
      )
    }
    (evidence.baseCounts, evidence.headCounts) = (counts(100), counts(100.0096))
    let row = RowJudgement(evidence, limits: Self.limits)
    #expect(row.details == ["allocations: 100.0000 -> 100.0096, +0.0096 %, limit 0 %"])
    #expect(Self.row("row", instructions: 110).details[0].hasPrefix("instructions: 100 -> 110, "))
  }

  @Test func `an accepted regression doesn't fail, and a larger one does`() {
    let acceptance = AcceptedRegression(
      Self.row("bad", instructions: 120),
      reason: "checks its input",
      date: "2026-11-21"
    )
    var same = report([Self.row("bad", instructions: 120)])
    same.accept([acceptance])
    #expect(same.exitCode == 0)
    #expect(same.rows[0].notes.contains("accepted: checks its input"))
    var larger = report([Self.row("bad", instructions: 125)])
    larger.accept([acceptance])
    #expect(larger.exitCode == 2)
    var other = report([Self.row("other", instructions: 120)])
    other.accept([acceptance])
    #expect(other.exitCode == 2)
  }

  @Test func `who accepts a share has not accepted what grows from nothing`() {
    func row(_ base: Double, _ head: Double) -> RowJudgement {
      func counts(_ allocations: Double) -> RowCounts {
        RowCounts(
          instructions: 100,
          allocations: allocations,
          objects: 0,
          retains: 0,
          releases: 0,
          iterations: 1000
        )
      }
      var evidence = RowEvidence(executable: "Bench", row: "bad", presence: .both)
      (evidence.baseCounts, evidence.headCounts) = (counts(base), counts(head))
      return RowJudgement(evidence, limits: Self.limits)
    }
    func exitCode(of measured: RowJudgement, accepting accepted: RowJudgement) -> Int32 {
      var report = report([measured])
      report.accept([AcceptedRegression(accepted, reason: "checks its input", date: "2026-11-21")])
      return report.exitCode
    }
    #expect(exitCode(of: row(0, 1), accepting: row(0, 1)) == 0)
    #expect(exitCode(of: row(0, 900), accepting: row(0, 1)) == 0)
    #expect(exitCode(of: row(0, 900), accepting: row(100, 103)) == 2)
  }

  @Test func `an acceptance counts in the change that brings it only`() throws {
    let acceptance = AcceptedRegression(
      Self.row("bad", instructions: 120),
      reason: "checks its input",
      date: "2026-11-21"
    )
    var head = AcceptanceFile()
    head.append(acceptance)
    #expect(head.added(since: AcceptanceFile()) == [acceptance])
    #expect(head.added(since: head).isEmpty)
    let text = String(decoding: try JSONEncoder().encode(head), as: UTF8.self)
    #expect(try AcceptanceFile.parse(text, name: "file") == head)
    let newer = text.replacing("\"schemaVersion\":1", with: "\"schemaVersion\":2")
    #expect(throws: SuiteError("file", "its version is 2, not 1", remedy: "use a newer hamon")) {
      try AcceptanceFile.parse(newer, name: "file")
    }
    #expect(throws: SuiteError.self) {
      try AcceptanceFile.parse(String(text.dropLast(9)), name: "file")
    }
  }

  @Test func `every form names the row, what has changed and by how much`() {
    let report = report([
      Self.row("good"), Self.row("bad<1>", instructions: 120), Self.noisy("noisy"),
      Self.row("broken", failure: "head: signal 11 ended it in `f()`"),
    ])
    let text = report.text()
    #expect(text.contains("regression: Bench bad<1>"))
    #expect(text.contains("instructions: 100 -> 120, +20.0 %, limit +0.50 %"))
    #expect(text.contains("could not measure: head: signal 11 ended it"))
    #expect(text.hasSuffix("gate: regressed: 1 pass, 1 regression, 1 unknown, 1 unmeasured\n"))
    #expect(!text.contains("good"))
    #expect(report.text(showsAll: true).contains("good"))
    let markdown = report.markdown(pictures: ["Bench bad<1>": "pictures/bad.svg"])
    #expect(markdown.contains("bad&lt;1&gt;"))
    #expect(markdown.contains("(<pictures/bad.svg>)"))
    #expect(markdown.contains("- could not measure: head: signal 11 ended it in `f()`\n"))
    #expect(markdown.contains("1 row passes"))
    let junit = report.junit()
    #expect(junit.contains("failures=\"1\" errors=\"1\" skipped=\"1\""))
    #expect(junit.contains("name=\"bad&lt;1&gt;\""))
  }

  @Test func `a report survives JSON`() throws {
    let report = report([Self.row("good"), Self.row("bad", instructions: 120), Self.noisy("n")])
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(GateReport.self, from: data) == report)
  }

  @Test func `the strip marks zero, the limits and each pair`() {
    let ratios = PairRatios(strata: [[0.05, 0.05], [0]])
    let strip = PairStrip(ratios: ratios, limit: 0.025).rendered(codeOffsets: [0, 16])
    let lines = strip.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("+0 B"))
    #expect(lines[0].contains("|") && lines[0].contains("O"))
    #expect(lines[1].contains("o") && !lines[1].contains("|"))
  }
}
