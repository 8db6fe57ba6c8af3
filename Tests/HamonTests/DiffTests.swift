import CommandRunning
import Foundation
import RegressionGate
import Testing

/// `hamon diff` as its users run it, and the gate where functions can't be named or nothing can be counted.
@Suite(
  .timeLimit(.minutes(30)),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind"))
)
struct DiffTests {
  /// Two executables of which the head does more in `spin`.
  private func programs(in folder: String) async throws -> (base: String, head: String) {
    // One that is inlined has no counts of its own.
    let options = ["-g", "-fno-inline"]
    return (
      try await SeededProgram.compile("base", in: folder, seed: .none, options: options),
      try await SeededProgram.compile("head", in: folder, seed: .none, work: 60, options: options)
    )
  }

  private func read(_ path: String) throws -> GateReport {
    try JSONDecoder().decode(GateReport.self, from: Data(contentsOf: URL(filePath: path)))
  }

  private func strip(_ path: String) async throws {
    try await Command.succeed(["strip", "--strip-all", path])
  }

  @Test func `it names the function, its line and its caller, and judges nothing`() async throws {
    try await ToolFixture.open { tool in
      let (base, head) = try await programs(in: tool.folder)
      let json = "\(tool.folder)/diff.json"
      let pictures = "\(tool.folder)/pictures"
      let outcome = try await tool.succeed([
        "diff", base, head, "--filter", "^lookup$", "--json", json, "--pictures", pictures,
      ])
      #expect(outcome.error == "")
      #expect(
        outcome.output.contains(
          /`spin` \+360 instructions an operation, 100 % of the increase; address-seeded\.c:\d+; called from `main`/
        ),
        "\(outcome.output)"
      )
      #expect(try read(json).rows.map(\.evidence.row) == ["lookup"])
      let drawn = try FileManager.default.contentsOfDirectory(atPath: pictures)
      #expect(drawn.contains { $0.hasSuffix(".svg") } && drawn.contains { $0.hasSuffix(".folded") })

      // A name alone is of the current directory.
      let same = try await tool.succeed(
        ["diff", "base", "base"],
        prefix: ["env", "-C", tool.folder]
      )
      #expect(same.output.contains("no difference: 1 row"), "\(same.output)")
    }
  }

  @Test func `a program without symbols is compared, and said to have none`() async throws {
    try await ToolFixture.open { tool in
      let (base, head) = try await programs(in: tool.folder)
      try await strip(base)
      try await strip(head)
      let outcome = try await tool.succeed(["diff", base, head])
      #expect(outcome.output.contains("instructions: "), "\(outcome.output)")
      #expect(outcome.output.contains("has no symbols"), "\(outcome.output)")
      #expect(!outcome.output.contains("spin"), "\(outcome.output)")
      let gate = try await tool.run([
        "gate", "--base-executable", base, "--head-executable", head, "--no-wall",
      ])
      // Nobody is named, and the regression is one all the same.
      #expect(gate.status == 2, "\(gate.output) \(gate.error)")
      #expect(gate.output.contains("has no symbols"), "\(gate.output)")
    }
  }

  @Test func `without valgrind it says what to install, and a gate doesn't pass`() async throws {
    try await ToolFixture.open { tool in
      let (base, head) = try await programs(in: tool.folder)
      let empty = ["/usr/bin/env", "PATH=\(tool.folder)"]
      let diff = try await tool.run(["diff", base, head], prefix: empty)
      #expect(diff.status == 3, "\(diff.output) \(diff.error)")
      #expect(diff.output.contains("valgrind: not found; run tools/setup"), "\(diff.output)")
      let json = "\(tool.folder)/gate.json"
      let gate = try await tool.run(
        [
          "gate", "--base-executable", base, "--head-executable", base, "--no-wall", "--json", json,
        ],
        prefix: empty
      )
      #expect(gate.status == 3, "\(gate.output) \(gate.error)")
      #expect(gate.output.contains("valgrind: not found; run tools/setup"), "\(gate.output)")
      #expect(try read(json).rows.map(\.verdict) == [.unmeasured])
    }
  }

  @Test func `a command of a work tree is compared with a commit`() async throws {
    try await ToolFixture.open { tool in
      let package = try await ShellPackage(in: tool.folder)
      try package.loop(400)
      let outcome = try await tool.succeed([
        "diff", "HEAD", "--package-path", package.path, "--build-command", "true",
        "--command", package.command,
      ])
      #expect(outcome.output.contains(package.command), "\(outcome.output)")
      #expect(outcome.output.contains("instructions: "), "\(outcome.output)")
    }
  }
}
