import Foundation
import Glibc
import ProcessLaunching
import SuiteErrors
import Testing

@testable import Counting

@Suite(
  .timeLimit(.minutes(30)),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind"))
)
struct CountedCommandTests {
  @Test func `what takes too long is ended with the programs that it has started`() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var child: Int32?
    // Until the limit is long enough for this machine to have started all.
    for seconds in [3, 12, 48, 192] where child == nil {
      await #expect(throws: SuiteError.self) {
        try await CountedCommand.count(
          "sh -c 'echo $$ > number; mv number started; sleep 3600'; true",
          in: directory,
          timeout: .seconds(seconds)
        )
      }
      child = (try? String(contentsOfFile: "\(directory)/started", encoding: .utf8))
        .flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    let process = try #require(child)
    // It has no parent any more; whoever takes it over waits for it sooner or later.
    var isGone = false
    for _ in 0..<3000 where !isGone {
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      isGone = status.map { $0.contains(") Z ") } ?? true
      if !isGone { usleep(100_000) }
    }
    #expect(isGone)
    if !isGone { kill(process, SIGKILL) }
  }

  @Test func `what starts after its limit is ended at once`() async throws {
    let process = try ProcessLaunch(["/bin/sleep", "3600"]).start()
    await #expect(throws: SuiteError.self) {
      try await CountedProgram.limited(to: .zero, row: "row") { started in
        // The limit's end cancels it.
        try? await Task.sleep(for: .seconds(3600))
        started(process)
      }
    }
    #expect(ProcessEnd(of: process).description == "signal \(SIGKILL) ended it")
  }
}
