import ArgumentParser
import Foundation
import SuiteErrors
import Testing

@testable import hamon

/// `hamon release-notes` as its users run it.
@Suite(.timeLimit(.minutes(30)))
struct ReleaseNotesTests {
  @Test(arguments: [
    ("v1.0..v1.1", ReleaseRange(base: "v1.0", head: "v1.1")),
    ("v1.0..", ReleaseRange(base: "v1.0", head: "HEAD")),
    ("v1.0", ReleaseRange(base: "v1.0", head: "HEAD")),
    ("..v1.1", nil), ("v1.0...v1.1", nil), ("a..b..c", nil), ("", nil),
  ])
  func `a range is two commits`(text: String, range: ReleaseRange?) {
    #expect(ReleaseRange(argument: text) == range)
  }

  @Test(arguments: [["gate", "--base", "a"], ["diff", "a"], ["release-notes"]])
  func `commands have no products`(words: [String]) throws {
    let error = #expect(throws: (any Error).self) {
      try Hamon.parseAsRoot(words + ["--command", "true", "--product", "Bench"])
    }
    let message = Hamon.message(for: try #require(error))
    #expect(message == "--command: it excludes --product; leave one out")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")))
  func `what became slower and faster between two tags is told, with its counts`() async throws {
    try await ToolFixture.open { tool in
      let package = try await ShellPackage(in: tool.folder)
      func notes(_ arguments: String...) async throws -> ToolFixture.Outcome {
        try await tool.run(
          [
            "release-notes", "--package-path", package.path, "--build-command", "true",
            "--command", package.command, "--no-wall",
          ] + arguments
        )
      }
      let untagged = try await notes()
      #expect(untagged.status == 1)
      #expect(
        untagged.error.contains("error: HEAD: there is no tag in it; give"),
        "\(untagged.error)"
      )

      try await package.git("tag", "v1.0")
      try package.loop(600)
      try await package.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "b")
      try await package.git("tag", "v1.1")
      // The commit has a tag itself: the notes are of that release.
      let file = "\(tool.folder)/notes.md"
      let slower = try await notes("--output", file)
      #expect(slower.status == 0, "\(slower.error)")
      #expect(slower.error.contains("comparing v1.0..v1.1"), "\(slower.error)")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains(/^## Performance: v1\.0 \([0-9a-f]{12}\) to v1\.1 \([0-9a-f]{12}\)\n/))
      #expect(text.contains("Of 1 row of both: 0 faster, 1 slower, 0 unknown, 0 unchanged."))
      #expect(
        text.contains(
          /\n### Slower\n\n- \*\*sh seq\.sh\*\* \(commands\): instructions \d+ to \d+, \+[\d.]+ %; allocations/
        ),
        "\(text)"
      )
      #expect(!text.contains("### Faster"))

      let faster = try await notes("v1.1..v1.0")
      #expect(faster.status == 0, "\(faster.error)")
      #expect(faster.output.hasPrefix("## Performance: v1.1 ("), "\(faster.output)")
      #expect(faster.output.contains("\n### Faster\n\n- **sh seq.sh**"))
      let unknown = try await notes("v0.9..v1.0")
      #expect(unknown.status == 1)
      #expect(unknown.error.contains("error: v0.9: there is no such commit"), "\(unknown.error)")
    }
  }
}
