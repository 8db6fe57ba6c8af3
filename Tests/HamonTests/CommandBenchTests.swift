import BenchmarkHarness
import BenchmarkReport
import CommandRunning
import Foundation
import Glibc
import Testing

@Suite(.timeLimit(.minutes(30)))
struct CommandBenchTests {
  private func bench(
    _ tool: ToolFixture,
    _ arguments: [String]
  ) async throws -> (outcome: ToolFixture.Outcome, results: ResultCollection) {
    let path = "\(tool.folder)/commands.json"
    let outcome = try await tool.run(["bench", "--quick", "--json", path] + arguments)
    return (outcome, try ResultCollection.read(path))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")))
  func `commands are measured and counted with all that they start`() async throws {
    try await ToolFixture.open { tool in
      let (outcome, results) = try await bench(
        tool,
        ["--counts", "--command", "seq 10", "--command", "seq 10 | wc -l"]
      )
      #expect(outcome.status == 0, "\(outcome.error)")
      let rows = try #require(results.suites.first).rows
      #expect(rows.map(\.name) == ["seq 10", "seq 10 | wc -l", "sh that does nothing"])
      let one = try #require(rows[0].counts?.instructions)
      let both = try #require(rows[1].counts?.instructions)
      // The loader alone takes each program more than that.
      #expect(one > 50_000)
      #expect(both > one + 50_000)
      // Theirs is less than hamon's, which Linux counts as theirs.
      #expect(rows.allSatisfy { $0.memory == nil })
      #expect(!outcome.error.contains("warning: seq"))
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")))
  func `counts that don't repeat are told`() async throws {
    try await ToolFixture.open { tool in
      // A variable more in each run.
      let runs = "\(tool.folder)/runs"
      let growing = "echo >> \(runs); for i in $(cat -n \(runs)); do eval a$i=1; done"
      let (outcome, _) = try await bench(tool, ["--counts", "--command", growing])
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(
        outcome.error.contains(
          "warning: \(growing): two runs of it made different numbers of allocations"
        ),
        "\(outcome.error)"
      )
    }
  }

  @Test func `nothing more is started after Ctrl-C, and what was written before stays`()
    async throws
  {
    try await ToolFixture.open { tool in
      let path = "\(tool.folder)/commands.json"
      try tool.touch(path)
      let outcome = try await tool.run([
        "bench", "--quick", "--json", path, "--command", "kill -INT $PPID; exit 1",
        "--command", "echo >> \(tool.folder)/started",
      ])
      #expect(outcome.status == 1)
      #expect(
        outcome.error.hasSuffix("error: interrupted: nothing was measured; run it again for all\n"),
        "\(outcome.error)"
      )
      #expect(!FileManager.default.fileExists(atPath: "\(tool.folder)/started"))
      #expect(FileManager.default.contents(atPath: path) == Data())
    }
  }

  @Test func `an export to standard output is all that is there`() async throws {
    try await ToolFixture.open { tool in
      let outcome = try await tool.succeed([
        "bench", "--quick", "--export", "junit=-", "--command", "true",
      ])
      #expect(outcome.output.hasPrefix("<?xml"))
      #expect(outcome.output.hasSuffix("</testsuites>\n"))
      #expect(outcome.error.contains("sh that does nothing"))
      for arguments in [["hgrm=-"], ["junit=-", "jmh=-"]] {
        let refused = try await tool.run(
          ["bench", "--command", "true"] + arguments.flatMap { ["--export", $0] }
        )
        #expect(refused.status != 0)
        #expect(refused.error.contains("--export"), "\(refused.error)")
        #expect(refused.output == "")
      }
    }
  }

  @Test func `a command that hangs is ended and told, and the others are kept`() async throws {
    try await ToolFixture.open { tool in
      let (outcome, results) = try await bench(
        tool,
        ["--timeout", "1", "--command", "sleep 600; true", "--command", "true"]
      )
      #expect(outcome.status == 1)
      let suite = try #require(results.suites.first)
      #expect(suite.failures.map(\.row) == ["sleep 600; true"])
      #expect(suite.rows.contains { $0.name == "true" })
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal ends what is measured, and leaves nothing`(signal: Int32) async throws {
    try await ToolFixture.open { tool in
      let started = "\(tool.folder)/started"
      let suite = "\(tool.folder)/suite"
      try ExecutableFile.write("#!/bin/sh\necho >> \(started)\nexec sleep 600\n", to: suite)
      for arguments in [[suite], ["--command", suite]] {
        try? FileManager.default.removeItem(atPath: started)
        let outcome = try await tool.run(["bench"] + arguments) { process in
          try await tool.wait(for: started)
          kill(process, signal)
        }
        #expect(outcome.status == 1)
        #expect(
          outcome.error.contains("interrupted: nothing was measured"),
          "\(outcome.error)"
        )
        // That nothing is left is checked at the tool's end.
        #expect(tool.leftovers() == [])
      }
    }
  }

  @Test func `a long command has files of its own, and so has the name of the floor`() async throws
  {
    try await ToolFixture.open { tool in
      let long = "true " + String(repeating: "x", count: 300)
      let folder = "\(tool.folder)/hgrm"
      let (outcome, results) = try await bench(
        tool,
        [
          "--rounds", "1", "--export", "hgrm=\(folder)", "--command", long, "--command",
          long + "y", "--command", "true || sh that does nothing",
        ]
      )
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 4)
      #expect(results.suites.first?.rows.count == 4)
      let refused = try await tool.run(["bench", "--export", "github=x", "--command", "true"])
      #expect(refused.error.contains("FORM is one of "), "\(refused.error)")
      let negative = try await tool.run(["bench", "--rounds", "-3", "--command", "true"])
      #expect(negative.error.contains("--rounds -3: "), "\(negative.error)")
    }
  }

  @Test func `new sources make a measurement one of no commit, and other new files don't`()
    async throws
  {
    try await ToolFixture.open { tool in
      let package = "\(tool.folder)/package"
      let manager = FileManager.default
      func write(_ name: String) throws {
        let path = URL(filePath: "\(package)/\(name)")
        try manager.createDirectory(
          at: path.deletingLastPathComponent(),
          withIntermediateDirectories: true
        )
        try Data("x".utf8).write(to: path)
      }
      func git(_ arguments: String) async throws {
        try await Command.succeed([
          "sh", "-c", "cd \(package) && git -c user.name=a -c user.email=a@b \(arguments)",
        ])
      }
      func isDirty(in directory: String = "") async throws -> Bool? {
        let path = "\(tool.folder)/commands.json"
        try await tool.succeed(
          ["bench", "--quick", "--rounds", "1", "--json", path, "--command", "true"],
          prefix: ["env", "-C", "\(package)/\(directory)", "GIT_CONFIG_GLOBAL=/dev/null"]
        )
        return try ResultCollection.read(path).suites.first?.source?.isDirty
      }
      for name in ["Package.swift", "sub/a.txt", "results/history/S.jsonl"] { try write(name) }
      try await git("init -q")
      try await git("add -A")
      try await git("commit -q -m a")
      for name in [
        "Package.resolved", ".build/x.swift", "sub/.build/y.c", "results/new/r.json", "sub/notes",
      ] { try write(name) }
      try Data("y".utf8).write(to: URL(filePath: "\(package)/results/history/S.jsonl"))
      #expect(try await isDirty() == false)
      #expect(try await isDirty(in: "sub") == false)
      try write("Sources/New/new.swift")
      #expect(try await isDirty(in: "sub") == true)
      try manager.removeItem(atPath: "\(package)/Sources")
      #expect(try await isDirty() == false)
      try Data("y".utf8).write(to: URL(filePath: "\(package)/sub/a.txt"))
      #expect(try await isDirty() == true)
    }
  }

  @Test func `a command that fails is named, and the others are kept`() async throws {
    try await ToolFixture.open { tool in
      let (outcome, results) = try await bench(
        tool,
        ["--command", "exit 7", "--command", "true"]
      )
      #expect(outcome.status == 1)
      let suite = try #require(results.suites.first)
      #expect(suite.failures.map(\.row) == ["exit 7"])
      #expect(suite.rows.contains { $0.name == "true" })
    }
  }
}
