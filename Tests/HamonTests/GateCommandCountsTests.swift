import Foundation
import RegressionGate
import Testing

@Suite(
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

  @Test func `a Swift program with debug information is counted, and its copy removed`()
    async throws
  {
    try await ToolFixture.open { tool in
      let folder = "\(tool.folder)/bin"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: tool.hamon, toPath: "\(folder)/tool")
      let outcome = try await tool.run(
        ["bench", "--quick", "--counts", "--command", "bin/tool --version"],
        prefix: ["env", "-C", tool.folder]
      )
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["tool"])
    }
  }
}
