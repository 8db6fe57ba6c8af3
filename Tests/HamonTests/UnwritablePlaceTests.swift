import BenchmarkResults
import Foundation
import Glibc
import Testing

/// What is said where something can't be written, or git won't tell: the reason that there is, and what the user gave.
@Suite(.timeLimit(.minutes(30)))
struct UnwritablePlaceTests {
  @Test(
    .enabled(if: getuid() == 0, "only root may mount"),
    arguments: [
      ("size=64k", "No space left on device", "make room there, or set TMPDIR to another"),
      ("size=64k,ro", "Read-only file system", "set TMPDIR to another"),
    ]
  )
  func `a place for temporary files that can't be written is what is named`(
    options: String,
    reason: String,
    remedy: String
  ) async throws {
    try await ToolFixture.open { tool in
      let fixture = GateFixture(tool: tool)
      let program = try fixture.write("program", rows: [("a", .steady(1000))])
      let place = "\(tool.folder)/full"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      let mount = "mount -t tmpfs -o \(options) tmpfs '\(place)' && TMPDIR='\(place)' exec \"$@\""
      for arguments in [["bench", "--quick", "--command", "true"], ["diff", program, program]] {
        let outcome = try await tool.run(
          arguments,
          prefix: [
            "unshare", "-m", "sh", "-c",
            options.hasSuffix("ro")
              ? mount
              : mount.replacing(
                "&& TMPDIR",
                with: "&& { head -c 100000 /dev/zero > '\(place)/fill' 2>/dev/null; TMPDIR"
              ) + "; }", "sh",
          ]
        )
        #expect(
          outcome.error.contains(
            "TMPDIR=\(place): temporary files can't be written there (\(reason)); \(remedy)"
          ),
          "\(outcome.error)"
        )
        #expect(!outcome.error.contains("--json"))
      }
    }
  }

  @Test func `a benchmark blames --json only where the user gave it`() {
    #expect(ResultFile.remedy(at: "results.json") == "give --json a file that can be written")
    let other = ResultFile.remedy(at: "/tmp/hamon-bench-aB3dE6/0.json")
    #expect(other == "set TMPDIR to another directory")
  }

  @Test func `git's own advice for a repository of another owner is shown`() async throws {
    try await ToolFixture.open { tool in
      let package = try await ShellPackage(in: tool.folder)
      for arguments in [["gate", "--base"], ["diff"]] {
        let outcome = try await tool.run(
          arguments + ["HEAD", "--package-path", package.path],
          environment: ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"]
        )
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("git config --global --add safe.directory "))
        #expect(!outcome.error.contains("it is in no git repository"))
      }
    }
  }
}
