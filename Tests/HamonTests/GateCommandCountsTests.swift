import Foundation
import RegressionGate
import SeededRandom
import Testing

@Suite(
  .enabled(if: TestTier.isCheck, "make check runs it"),
  .timeLimit(.minutes(30)),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind"))
)
struct GateCommandCountsTests {
  private func gate(
    _ tool: ToolFixture,
    _ package: ShellPackage,
    _ command: String
  ) async throws -> ToolFixture.Outcome {
    try await tool.run([
      "gate", "--base", "HEAD", "--fresh", "--build-command", "true", "--no-wall",
      "--package-path", package.path, "--command", command,
    ])
  }

  @Test func `a command's counts don't depend on where it runs, and three percent more are found`()
    async throws
  {
    try await ToolFixture.open { tool in
      let package = try await ShellPackage(in: tool.folder)
      for command in [package.command, "true"] {
        let same = try await gate(tool, package, command)
        #expect(same.status == 0, "\(same.output) \(same.error)")
        #expect(same.output.hasSuffix("gate: passed: 1 pass\n"), "\(same.output)")
      }
      try package.loop(309)
      let slower = try await gate(tool, package, package.command)
      #expect(slower.status == 2, "\(slower.output) \(slower.error)")
      #expect(slower.output.contains("instructions: "))
    }
  }

  @Test func `what only the base has done since is no regression of the head`() async throws {
    try await ToolFixture.open { tool in
      let package = try await ShellPackage(in: tool.folder)
      try await package.git("branch", "main-line")
      try await package.git("checkout", "-q", "--detach")
      try package.write("# A note.\n", to: "NOTES")
      try await ShellPackage.commitAll(in: package.path)
      let change = try await package.git("rev-parse", "HEAD")
      try await package.git("checkout", "-q", "main-line")
      try package.loop(100)
      try await ShellPackage.commitAll(in: package.path)
      try await package.git("checkout", "-q", change)
      let arguments = [
        "gate", "--base", "main-line", "--build-command", "true", "--no-wall",
        "--package-path", package.path, "--command", package.command,
      ]
      let outcome = try await tool.run(arguments)
      #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
      #expect(outcome.output.contains("main-line has commits that the head hasn't"))
      #expect(outcome.output.contains("against merge base of main-line ("))
      let exact = try await tool.run(arguments + ["--exact-base"])
      #expect(exact.status == 2, "\(exact.output) \(exact.error)")
      #expect(exact.output.contains("against main-line ("))
      // `hamon diff` compares what is named.
      let diff = try await tool.run(["diff"] + arguments[2...].filter { $0 != "--no-wall" })
      #expect(diff.output.contains("against main-line ("), "\(diff.output) \(diff.error)")
    }
  }

  @Test func `commands of a repository without a package are gated, and nothing is left in it`()
    async throws
  {
    try await ToolFixture.open { tool in
      let package = try await ShellPackage(in: tool.folder)
      try package.makeDirectory("scripts")
      try await package.git("mv", "seq.sh", "Package.swift", ".gitignore", "scripts/")
      try await package.git("rm", "-q", "-f", "scripts/Package.swift", "scripts/.gitignore")
      try await ShellPackage.commitAll(in: package.path)
      let outcome = try await tool.run([
        "gate", "--base", "HEAD", "--no-wall", "--package-path", "\(package.path)/scripts",
        "--command", package.command,
      ])
      #expect(outcome.status == 0, "\(outcome.output) \(outcome.error)")
      #expect(try await package.git("status", "--porcelain") == "")
      // From there, too; rows of benchmarks need a package.
      let prefix = ["env", "-C", "\(package.path)/scripts"]
      let here = try await tool.run(
        ["gate", "--base", "HEAD", "--no-wall", "--fresh", "--command", package.command],
        prefix: prefix
      )
      #expect(here.status == 0, "\(here.output) \(here.error)")
      let rows = try await tool.run(["gate", "--base", "HEAD"], prefix: prefix)
      #expect(rows.error.contains("there is no Package.swift here or above"))
    }
  }

  @Test func `a Swift program with debug information is counted, and its copy removed`()
    async throws
  {
    try await ToolFixture.open { tool in
      let folder = "\(tool.folder)/bin"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: tool.hamon, toPath: "\(folder)/tool")
      try await tool.succeed(
        ["bench", "--quick", "--counts", "--command", "bin/tool --version"],
        prefix: ["env", "-C", tool.folder]
      )
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["tool"])
    }
  }
}
