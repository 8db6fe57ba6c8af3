import Foundation
import Subprocess
import Testing

@Suite(.timeLimit(.minutes(30)))
struct HistoryTests {
  private let fixture: BenchFixture
  private let hamon = Built.program("hamon")

  init() throws {
    fixture = try BenchFixture()
  }

  private struct Outcome {
    let status: TerminationStatus
    let output: String
    let error: String
  }

  /// Runs a program in the fixture's directory.
  private func run(_ program: String, _ arguments: [String]) async throws -> Outcome {
    let result = try await Subprocess.run(
      .name("env"),
      arguments: Arguments(["-C", fixture.path, program] + arguments),
      environment: .inherit.updating([
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
        "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
      ]),
      output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 20)
    )
    return Outcome(
      status: result.terminationStatus,
      output: result.standardOutput,
      error: result.standardError
    )
  }

  private func history(_ arguments: String...) async throws -> Outcome {
    try await run(hamon, ["history"] + arguments)
  }

  private func git(_ arguments: String...) async throws {
    let outcome = try await run("git", arguments)
    try #require(outcome.status.isSuccess, "\(arguments): \(outcome.error)")
  }

  /// Makes a package with commits, and returns their hashes.
  private func makePackage(commits: Int) async throws -> [String] {
    try fixture.write("", to: "Package.swift")
    try await git("init", "-q", "-b", "main")
    var hashes: [String] = []
    for number in 0..<commits {
      try fixture.write("\(number)", to: "file")
      try await git("add", "file", "Package.swift")
      try await git("commit", "-q", "-m", "\(number)", "--date", "2026-01-01T00:00:00Z")
      hashes.append(
        try await run("git", ["rev-parse", "HEAD"]).output.trimmingCharacters(in: .newlines)
      )
    }
    return hashes
  }

  /// Writes a result file with counts.
  private func writeResult(
    _ name: String = "r.json",
    commit: String?,
    instructions: Double,
    isDirty: Bool = false,
    isOptimized: Bool = true
  ) throws {
    let times = #"{"minimum":1,"median":9,"spread":0,"p50":1,"p90":1,"p99":1,"p999":1,"maximum":1}"#
    let source = commit.map { #""source":{"commit":"\#($0)","isDirty":\#(isDirty)},"# } ?? ""
    try fixture.write(
      """
      {"schemaVersion":1,"suite":"S","date":"2026-01-02T03:04:05Z","commandLine":[],\(source)
      "machine":{"cpuModel":"C","logicalCPUs":1,"memoryBytes":1,"kernel":"","operatingSystem":""},
      "toolchain":"T","deterministicHashing":true,"isOptimized":\(isOptimized),"rounds":1,
      "loadAverageBefore":[],"loadAverageAfter":[],"isComplete":true,"failures":[],
      "rows":[{"name":"walk/n=1","benchmark":"walk","parameters":[],"kind":"ours","threads":1,
      "cpuClock":"thread","iterationsPerSample":1,"samplesPerRound":1,"wall":\(times),
      "cpu":\(times),"ratios":[],"wallSamples":[9],"cpuSamples":[9],
      "counts":{"instructions":\(instructions),"allocations":1,"objects":1,"retains":2,"releases":2,
      "iterations":10}}]}
      """,
      to: name
    )
  }

  @Test func `nine steps of 0.4 % are found in a history that was added commit by commit`()
    async throws
  {
    // Not a commit each: git takes longer than all the rest.
    try fixture.write("", to: "Package.swift")
    var instructions = 1000.0
    for number in 0..<30 {
      if number > 0, number.isMultiple(of: 3) { instructions *= 1.004 }
      let commit = String(repeating: "a", count: 38) + String(10 + number)
      // 0.0006 % to and fro.
      let noise = 1 + 6e-6 * [0.3, -1.1, 0.8, -0.2, 1.4, -0.6, 0.1][number % 7]
      try writeResult(commit: commit, instructions: instructions * noise)
      let outcome = try await history(
        "add",
        "r.json",
        "--date",
        "2026-01-\(10 + number / 2)T\(number % 2 == 0 ? "01" : "13"):00:00Z"
      )
      #expect(outcome.status.isSuccess, "\(outcome.error)")
      #expect(outcome.output.contains("results/history: added 7 values of 1 row at"))
    }
    let shown = try await history("show", "--metric", "instructions")
    #expect(shown.status.isSuccess)
    let lines = shown.output.split(separator: "\n").filter { $0.hasPrefix("walk/n=1 ") }
    #expect(lines.count == 9, "\(shown.output)")
    #expect(lines.allSatisfy { $0.contains("+0.40 %") })
    #expect(lines.first?.contains("aaaaaaaaaa  2026-01-11") == true)
    #expect(shown.output.hasSuffix("9 change points in 1 series of 30 commits.\n"))

    let since = try await history("show", "--since", "2026-01-20", "--markdown")
    #expect(since.output.contains("| walk/n=1 | instructions |"))
    #expect(since.output.contains("3 change points in 7 series of 30 commits.\n"))
    // As for hamon gate, what is in the file stays.
    for _ in 0..<2 {
      let appended = try await history("show", "--since", "2026-01-20", "--markdown", "page.md")
      #expect(appended.status.isSuccess && appended.output == "", "\(appended.error)")
    }
    #expect(try fixture.text("page.md") == since.output + since.output)
  }

  @Test func `results are added to the commit they name, once, and merge in git`() async throws {
    let commits = try await makePackage(commits: 3)
    try writeResult(commit: commits[0], instructions: 100)
    #expect(try await history("add", "r.json").status.isSuccess)
    let before = try fixture.text("results/history/S.jsonl")
    #expect(before.contains(commits[0]))

    let again = try await history("add", "r.json")
    #expect(again.status.isSuccess)
    #expect(again.output.contains("results/history: added nothing\n"))
    #expect(
      again.output.contains("results/history: skipped 7 that it has already; --replace replaces")
    )
    #expect(try fixture.text("results/history/S.jsonl") == before)
    try writeResult(commit: commits[0], instructions: 300)
    #expect(try await history("add", "r.json", "--replace").status.isSuccess)
    #expect(try fixture.text("results/history/S.jsonl").contains("\"value\":300"))

    // Two branches add; git merges them without a conflict.
    try await git("add", "results")
    try await git("commit", "-q", "-m", "history")
    try await git("checkout", "-q", "-b", "side")
    #expect(try await history("add", "r.json", "--commit", "HEAD~2").status.isSuccess)
    try await git("commit", "-q", "-a", "-m", "side")
    try await git("checkout", "-q", "main")
    #expect(try await history("add", "r.json", "--commit", commits[2]).status.isSuccess)
    try await git("commit", "-q", "-a", "-m", "main")
    try await git("merge", "-q", "-m", "merge", "side")
    let csv = try await history("export", "--metric", "instructions")
    #expect(csv.error == "")
    for commit in commits { #expect(csv.output.contains("\n\(commit),")) }
  }

  @Test func `repeated runs, of one file and of several, are added as one`() async throws {
    let commits = try await makePackage(commits: 1)
    try writeResult(commit: commits[0], instructions: 100)
    let run = try fixture.text("r.json")
    func slower(_ times: Int) -> String {
      run.replacing("\"median\":9", with: "\"median\":\(9 * times)")
    }
    try fixture.write(
      "{\"schemaVersion\":1,\"suites\":[\(slower(3)),\(slower(1))]}",
      to: "two.json"
    )
    try fixture.write(slower(2), to: "r.json")
    let outcome = try await history("add", "two.json", "r.json")
    #expect(outcome.status.isSuccess, "\(outcome.error)")
    #expect(outcome.output.contains("added 7 values of 1 row at \(commits[0].prefix(10))\n"))
    let csv = try await history("export", "--metric", "wall")
    #expect(csv.output.contains(",wall,,18.0,"), "\(csv.output)")
  }

  @Test func `what belongs to no commit is refused, with what to do`() async throws {
    let commits = try await makePackage(commits: 1)
    func refusal(_ arguments: String..., saying text: String) async throws {
      let outcome = try await run(hamon, ["history", "add", "r.json"] + arguments)
      #expect(outcome.status == .exited(1))
      #expect(outcome.error.hasPrefix("error: "), "\(outcome.error)")
      #expect(outcome.error.contains(text), "\(outcome.error)")
      #expect(!FileManager.default.fileExists(atPath: "\(fixture.path)/results"))
    }
    try await refusal(saying: "r.json: cannot read the results")
    try writeResult(commit: commits[0], instructions: 1, isDirty: true)
    try await refusal(saying: "--allow-dirty")
    try writeResult(commit: nil, instructions: 1)
    try await refusal(saying: "--commit")
    try await refusal("--commit", "nonsense", saying: "git knows no such commit")
    let unknown = String(repeating: "d", count: 40)
    try await refusal("--commit", unknown, saying: "--date")
    try writeResult(commit: commits[0], instructions: 1, isOptimized: false)
    try await refusal(saying: "swift build -c release")
    try fixture.write("{\"schemaVersion\":1,\"suites\":[]}", to: "r.json")
    try await refusal(saying: "it has no rows")

    try writeResult(commit: commits[0], instructions: 1, isDirty: true)
    #expect(try await history("add", "r.json", "--allow-dirty").status.isSuccess)
  }

  @Test func `a damaged or newer line is a warning, and the rest is shown and drawn`() async throws
  {
    let commits = try await makePackage(commits: 5)
    for (index, commit) in commits.enumerated() {
      try writeResult(commit: commit, instructions: index < 2 ? 100 : 105)
      #expect(try await history("add", "r.json", "--directory", "h").status.isSuccess)
    }
    let text = try fixture.text("h/S.jsonl")
    try fixture.write("{\"version\":9}\n" + text + "{\"commit\":\"12", to: "h/S.jsonl")
    let shown = try await history("show", "--directory", "h", "--filter", "^walk/")
    #expect(shown.status.isSuccess)
    #expect(shown.error.contains("warning: h/S.jsonl:1: the line is of version 9"))
    #expect(shown.error.contains("warning: h/S.jsonl:37: the line is damaged"))
    #expect(shown.output.contains("+5.00 %"))
    #expect(shown.output.contains(commits[2].prefix(10)))

    let drawn = try await history("plot", "--directory", "h", "-o", "p", "--metric", "instructions")
    if drawn.status.isSuccess {
      let svg = try fixture.text("p/S.walk%2fn=1.instructions.svg")
      #expect(svg.contains("+5.00 %"))
      #expect(try fixture.text("p/index.html").contains("walk/n=1"))
    } else {
      #expect(drawn.error.contains("gnuplot: it is not installed"))
    }
  }

  @Test func `what can't be shown is an error that says what there is`() async throws {
    let none = try await history("show")
    #expect(none.status == .exited(1))
    #expect(none.error.contains("--package-path"))
    let absent = try await history("show", "--directory", "h")
    #expect(absent.status == .exited(1))
    #expect(absent.error.contains("h: cannot read the history: No such file or directory"))
    let commits = try await makePackage(commits: 1)
    try writeResult(commit: commits[0], instructions: 1)
    #expect(try await history("add", "r.json", "--directory", "h").status.isSuccess)
    let nothing = try await history("show", "--directory", "h", "--metric", "nonsense")
    #expect(nothing.status == .exited(1))
    #expect(nothing.error.contains("  walk/n=1: instructions\n"))
    let regex = try await history("show", "--directory", "h", "--filter", "(")
    #expect(regex.status == .exited(1))
    #expect(regex.error.contains("is not a regular expression"))
    let few = try await history("show", "--directory", "h")
    #expect(few.status.isSuccess)
    #expect(
      few.output
        == "No change points in 7 series of 1 commit; 7 have too few commits to have any.\n"
    )
  }
}
