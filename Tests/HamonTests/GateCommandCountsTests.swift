import Foundation
import RegressionGate
import Subprocess
import Testing

@Suite(
  .timeLimit(.minutes(30)),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind"))
)
struct GateCommandCountsTests {
  /// A loop of the shell, in a repository.
  private func makeRepository(_ tool: ToolFixture) async throws -> String {
    let path = "\(tool.folder)/package"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try write("// swift-tools-version:6.0\n", "\(path)/Package.swift")
    try write("i=0; while [ $i -lt 300 ]; do i=$((i+1)); done\n", "\(path)/seq.sh")
    try write(".build\n", "\(path)/.gitignore")
    let result = try await Subprocess.run(
      .name("sh"),
      arguments: [
        "-c",
        """
        cd "$0" && git init -q && git add -A && \
        git -c user.name=a -c user.email=a@b commit -q -m a
        """, path,
      ],
      output: .discarded,
      error: .string(limit: 1 << 16)
    )
    try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
    return path
  }

  private func write(_ text: String, _ path: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func gate(
    _ tool: ToolFixture,
    _ package: String,
    _ command: String
  ) async throws -> ToolFixture.Outcome {
    try await tool.run([
      "gate", "--base", "HEAD", "--fresh", "--build-command", "true", "--no-wall",
      "--package-path", package, "--command", command,
    ])
  }

  @Test func `a command's counts don't depend on where it runs, and three percent more are found`()
    async throws
  {
    try await ToolFixture.open { tool in
      let package = try await makeRepository(tool)
      for command in ["sh seq.sh", "true"] {
        let same = try await gate(tool, package, command)
        #expect(same.status == 0, "\(same.output) \(same.error)")
        #expect(same.output.hasSuffix("gate: passed: 1 pass\n"), "\(same.output)")
      }
      try write("i=0; while [ $i -lt 309 ]; do i=$((i+1)); done\n", "\(package)/seq.sh")
      let slower = try await gate(tool, package, "sh seq.sh")
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
