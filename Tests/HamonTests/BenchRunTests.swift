import ArgumentParser
import BenchmarkHarness
import BenchmarkReport
import ExpectedErrors
import Glibc
import SuiteErrors
import Testing

@testable import hamon

@Suite(.expectedErrors)
struct BenchRunTests {
  private let fixture: BenchFixture

  init() throws {
    fixture = try BenchFixture()
  }

  private func run(
    _ executables: [String],
    filter: String? = nil,
    isQuick: Bool = false,
    countsFilter: String? = nil,
    memory: String? = nil
  ) async throws -> Bool {
    var command = try BenchCommand.parse(executables + ["--json", "\(fixture.path)/all.json"])
    command.rows.only.filter = filter
    command.quick = isQuick
    command.countsFilter = countsFilter
    command.memory = memory
    return try await BenchRun(command).run()
  }

  private var suites: [String] {
    get throws {
      let text = try fixture.text("all.json")
      return ["A", "B", "C"].filter { text.contains(#""suite":"\#($0)""#) }
    }
  }

  @Test func `the results of all executables are in one file`() async throws {
    let paths = [
      try fixture.writeSuite("A", row: "one"), try fixture.writeSuite("B", row: "two"),
    ]
    #expect(try await run(paths, isQuick: true))
    #expect(try suites == ["A", "B"])
    #expect(try fixture.text("A.arguments").hasSuffix(" --quick\n"))
  }

  @Test(arguments: ["exit 3", "kill -SEGV $$"])
  func `an executable that fails keeps what it had written, and the others run`(
    ending: String
  )
    async throws
  {
    let paths = [
      try fixture.writeSuite("A", row: "one", ending: ending),
      try fixture.writeSuite("B", row: "two"),
    ]
    #expect(try await !run(paths))
    #expect(try suites == ["A", "B"])
  }

  @Test func `an executable that leaves a cut-off file is a failure`() async throws {
    let paths = [
      try fixture.writeSuite("A", row: "one", ending: #"echo '{"schema' > "${1#--json=}""#),
      try fixture.writeSuite("B", row: "two"),
    ]
    #expect(try await !run(paths))
    #expect(try suites == ["B"])
  }

  @Test func `only the executables with rows that match the filter run`() async throws {
    let paths = [
      try fixture.writeSuite("A", row: "one"), try fixture.writeSuite("B", row: "two"),
    ]
    #expect(try await run(paths, filter: "^tw"))
    #expect(try suites == ["B"])
    #expect(try fixture.text("B.arguments").contains("--filter=^tw"))
  }

  @Test func `a filter that matches nowhere names the rows there are`() async throws {
    let paths = [
      try fixture.writeSuite("A", row: "one"), try fixture.writeSuite("B", row: "two"),
    ]
    await #expect(throws: SuiteError.nothingMatches("--filter", "x", rows: ["one", "two"])) {
      try await run(paths, filter: "x")
    }
  }

  @Test(arguments: [nil, "o"] as [String?])
  func `a suite that a quick run leaves out is skipped`(filter: String?) async throws {
    let paths = [
      try fixture.writeSuite("A", row: "one", isLarge: true),
      try fixture.writeSuite("B", row: "two"),
    ]
    #expect(try await run(paths, filter: filter, isQuick: true))
    #expect(try suites == ["B"])
    #expect(try await run(paths, filter: filter))
    #expect(try suites == ["A", "B"])
  }

  @Test func `a quick run that has no row left says so`() async throws {
    let paths = [
      try fixture.writeSuite("A", row: "one", isLarge: true),
      try fixture.writeSuite("B", row: "two"),
    ]
    await #expect(throws: SuiteError.self) {
      try await run(paths, filter: "one", isQuick: true)
    }
    await #expect(throws: SuiteError.nothingMatches("--filter", "x", rows: ["two"])) {
      try await run(paths, filter: "x", isQuick: true)
    }
  }

  @Test func `a filter of counts that matches no row that runs is found before anything runs`()
    async throws
  {
    let paths = [
      try fixture.writeSuite("A", row: "one"), try fixture.writeSuite("B", row: "two"),
    ]
    await #expect(
      throws: SuiteError.nothingMatches(
        "--counts-filter",
        "two",
        problem: "it matches no row that runs",
        rows: ["one"]
      )
    ) {
      try await run(paths, filter: "one", countsFilter: "two")
    }
    await #expect(
      throws: SuiteError.nothingMatches(
        "--counts-filter",
        "x",
        problem: "it matches no row that runs",
        rows: ["one", "two"]
      )
    ) {
      try await run(paths, countsFilter: "x")
    }
    await #expect(
      throws: SuiteError.nothingMatches(
        "--memory",
        "x",
        problem: "it matches no row that runs",
        rows: ["one", "two"]
      )
    ) {
      try await run(paths, memory: "x")
    }
    #expect(throws: (any Error).self) { try fixture.text("A.arguments") }
  }

  @Test func `a filter of counts that matches only rows with threads is a failure`() async throws {
    let path = try fixture.writeSuite("A", row: "one", threads: 2)
    #expect(try await run([path]))
    #expect(try await !run([path], countsFilter: "one"))
  }

  @Test func `a program that is no suite is a failure`() async throws {
    #expect(try await !run(["/bin/true"]))
    #expect(try await !run(["/bin/true"], isQuick: true))
    await #expect(throws: SuiteError.notASuite("/bin/true", "printed nothing")) {
      try await run(["/bin/true"], filter: "x")
    }
  }

  /// A suite of which the second of three rows hangs, as the harness behaves.
  private func writeHangingSuite() throws -> String {
    let one = try fixture.writeSuite("one", row: "one")
    let two = try fixture.writeSuite("two", row: "t=w+o")
    try fixture.writeScript(
      """
      if [ "$1" = --list ]; then printf 'one\\nhangs\\nt=w+o\\n'; exit 0; fi
      echo "$@" >> '\(fixture.path)/A.arguments'
      case "$*" in
      *'(?!'*) exec '\(two)' "$@" ;;
      esac
      echo 'row one' >> "$HAMON_PROGRESS"
      '\(one)' "$1"
      printf 'done one\\nrow hangs\\n' >> "$HAMON_PROGRESS"
      exec sleep 600
      """,
      to: "A"
    )
    return "\(fixture.path)/A"
  }

  @Test(.timeLimit(.minutes(30)))
  func `a row that hangs is ended and told, and all others are measured`() async throws {
    let paths = [try writeHangingSuite(), try fixture.writeSuite("B", row: "three")]
    let options = ["--json", "\(fixture.path)/all.json", "--timeout", "1", "--filter", "o|h"]
    let isRight = try await BenchRun(BenchCommand.parse(paths + options)).run()
    #expect(!isRight)
    let results = try ResultCollection.read("\(fixture.path)/all.json")
    #expect(results.suites.map { $0.rows.map(\.name) } == [["one", "t=w+o"], ["three"]])
    #expect(results.suites[0].failures.map(\.row) == ["hangs"])
    #expect(results.suites[0].failures[0].message.contains("no progress in 1.0 seconds"))
    let arguments = try fixture.text("A.arguments").split(separator: "\n")
    #expect(arguments.count == 2)
    let filter = try #require(arguments.last?.split(separator: "--filter=").last)
    let regex = try Regex(String(filter))
    let rows = ["one", "hangs", "t=w+o", "more", "one more", "x"]
    #expect(rows.filter { $0.contains(regex) } == ["t=w+o", "more", "one more"])
  }

  @Test(.timeLimit(.minutes(30)))
  func `a program that makes no progress and names no row is ended, and the others run`()
    async throws
  {
    try fixture.writeScript("exec sleep 600", to: "A")
    let paths = ["\(fixture.path)/A", try fixture.writeSuite("B", row: "two")]
    let options = ["--json", "\(fixture.path)/all.json", "--timeout", "1"]
    let isRight = try await BenchRun(BenchCommand.parse(paths + options)).run()
    #expect(!isRight)
    #expect(try suites == ["B"])
  }

  @Test func `a file that can't be written is found before anything runs`() async throws {
    let path = try fixture.writeSuite("A", row: "one")
    await #expect(throws: SuiteError.self) {
      let words = [path, "--json", "\(fixture.path)/missing/all.json"]
      _ = try await BenchRun(BenchCommand.parse(words)).run()
    }
    #expect(throws: (any Error).self) { try fixture.text("A.arguments") }
  }

  @Test(arguments: ["jmh=missing/jmh.json", "jmh=directory", "hgrm=file", "hgrm=file/in/it"])
  func `an export that can't be written is found before anything runs`(export: String) async throws
  {
    let path = try fixture.writeSuite("A", row: "one")
    try fixture.makeDirectory("directory")
    try fixture.write("", to: "file")
    let words = export.split(separator: "=")
    let target = "\(words[0])=\(fixture.path)/\(words[1])"
    let command = try BenchCommand.parse([path, "--export", target])
    await #expect(throws: SuiteError.self) { _ = try await BenchRun(command).run() }
    #expect(throws: (any Error).self) { try fixture.text("A.arguments") }
  }

  @Test(arguments: ["junit=new.xml", "hgrm=new/folder/", "junit=/dev/null", "junit=-"])
  func `looking whether an export can be written makes nothing`(export: String) throws {
    let words = export.split(separator: "=")
    let isHere = words[1].hasPrefix("new")
    let target = "\(words[0])=\(isHere ? "\(fixture.path)/" : "")\(words[1])"
    try #require(ResultExport(argument: target)).check()
    #expect(throws: (any Error).self) { try fixture.text("new.xml") }
    #expect(access("\(fixture.path)/new", F_OK) != 0)
  }
}
