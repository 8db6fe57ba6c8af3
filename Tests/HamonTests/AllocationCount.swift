import Foundation
import Subprocess
import Testing

/// How often a program allocates, exactly, by valgrind.
struct AllocationCount {
  let allocations: Int
  /// What the program printed.
  let output: String

  /// How often a row of a benchmark allocates in so many iterations, its start included.
  static func ofRow(_ row: String, of program: String, iterations: Int) async throws -> Int {
    let count = try await AllocationCount(
      of: program,
      arguments: ["--one-shot", "\(iterations)", "--filter", "^\(row)$"]
    )
    try #require(count.output == "ran \(iterations) iterations of \(row)\n")
    return count.allocations
  }

  /// Runs a program to its end.
  init(of program: String, arguments: [String]) async throws {
    let stripped = FileManager.default.temporaryDirectory
      .appending(path: "hamon-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: stripped) }
    // valgrind 3.19 aborts on some of Swift's debug information.
    let strip = try await Subprocess.run(
      .name("strip"),
      arguments: ["--strip-debug", "-o", stripped, program],
      output: .discarded,
      error: .string(limit: 1 << 16)
    )
    try #require(strip.terminationStatus.isSuccess, "\(strip.standardError)")
    let result = try await Subprocess.run(
      .name("valgrind"),
      arguments: Arguments(["--undef-value-errors=no", stripped] + arguments),
      environment: .inherit.updating(["SWIFT_DETERMINISTIC_HASHING": "1"]),
      output: .string(limit: 1 << 16),
      error: .string(limit: 1 << 20)
    )
    let match = try #require(
      result.standardError.firstMatch(of: /total heap usage: ([\d,]+) allocs/),
      "\(result.standardError)"
    )
    allocations = try #require(Int(match.1.replacing(",", with: "")))
    output = result.standardOutput
  }
}
