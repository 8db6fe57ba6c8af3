import CommandRunning
import Foundation
import Subprocess
import Testing

@testable import Counting

/// How often a program allocates, exactly, by valgrind.
struct AllocationCount {
  let allocations: Int
  /// What the program printed.
  let output: String

  /// How often a row of a benchmark allocates in so many iterations, its start included.
  ///
  /// - Parameters:
  ///   - row: Its name.
  ///   - program: The benchmark.
  ///   - iterations: How many.
  ///   - recorder: What runs valgrind, as `hamon record --` does; nothing unless given.
  /// - Returns: The number of allocations.
  /// - Throws: What running it throws, also if it runs something else.
  static func ofRow(
    _ row: String,
    of program: String,
    iterations: Int,
    under recorder: [String] = []
  ) async throws -> Int {
    let count = try await AllocationCount(
      of: program,
      arguments: ["--one-shot", "\(iterations)", "--filter", "^\(row)$"],
      under: recorder
    )
    try #require(count.output == "ran \(iterations) iterations of \(row)\n")
    return count.allocations
  }

  /// Runs a program to its end.
  ///
  /// What LTTng-UST allocates isn't counted, in threads of its own or in the program's: it depends on who records
  /// on the machine at that time, also on other tests.
  init(of program: String, arguments: [String], under recorder: [String] = []) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "hamon-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (stripped, profile) = ("\(folder)/program", "\(folder)/profile")
    // valgrind 3.19 aborts on some of Swift's debug information.
    try await Command.succeed(["strip", "--strip-debug", "-o", stripped, program])
    let result = try await Subprocess.run(
      .name("env"),
      arguments: Arguments(
        recorder + [
          "valgrind", "--tool=callgrind", "--separate-threads=yes",
          "--callgrind-out-file=\(profile)", stripped,
        ] + arguments
      ),
      environment: .inherit.updating(["SWIFT_DETERMINISTIC_HASHING": "1"]),
      output: .string(limit: 1 << 16),
      error: .string(limit: 1 << 20)
    )
    let threads = try #require(
      CallgrindProfile.threads(at: profile),
      "\(result.standardError)"
    )
    allocations = threads.sum.calls(of: CountedFunctions.allocations)
    output = result.standardOutput
  }
}
