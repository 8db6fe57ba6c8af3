import Foundation
import Subprocess
import Testing

/// How many instructions a program executes, by callgrind: the same number each time, but for some of the
/// runtime's start.
struct InstructionCount {
  let instructions: Int

  /// Runs a program to its end.
  init(of program: String, arguments: [String]) async throws {
    let temporary = FileManager.default.temporaryDirectory
      .appending(path: "hamon-\(UUID().uuidString)").path
    let profile = temporary + ".callgrind"
    defer {
      try? FileManager.default.removeItem(atPath: temporary)
      try? FileManager.default.removeItem(atPath: profile)
    }
    // valgrind 3.19 aborts on some of Swift's debug information.
    let strip = try await Subprocess.run(
      .name("strip"),
      arguments: ["--strip-debug", "-o", temporary, program],
      output: .discarded,
      error: .string(limit: 1 << 16)
    )
    try #require(strip.terminationStatus.isSuccess, "\(strip.standardError)")
    let result = try await Subprocess.run(
      .name("valgrind"),
      arguments: Arguments(
        ["--tool=callgrind", "--callgrind-out-file=\(profile)", temporary] + arguments
      ),
      environment: .inherit.updating(["SWIFT_DETERMINISTIC_HASHING": "1"]),
      output: .discarded,
      error: .string(limit: 1 << 20)
    )
    let match = try #require(
      result.standardError.firstMatch(of: /Collected : (\d+)/),
      "\(result.standardError)"
    )
    instructions = try #require(Int(match.1))
  }
}
