import Foundation
import Subprocess
import Testing

/// Exact counts of the release build, by valgrind.
@Suite(
  .serialized,
  .enabled(if: ReleaseBenchmark.isCountable, "needs valgrind and the release DispatchThroughput"),
  .timeLimit(.minutes(5))
)
struct AllocationTests {
  @Test(arguments: [
    ("dispatch/producers=1/state=8B", 0), ("dispatch/producers=1/state=64KB", 0),
    ("dispatch/producers=1/state=array-100k", 0), ("dispatch-awaited/producers=1/state=8B", 0),
    ("dispatch-queued/producers=1/state=8B", 1),
  ])
  func `a dispatch allocates nothing in place and once in the queue`(
    row: String,
    each: Int
  )
    async throws
  {
    // Start-up allocates as well: the slope between two counts is the dispatch's own.
    // Both are below the number after which a thread leaves the queue to another.
    let fewer = try await allocations(row, iterations: 300)
    let more = try await allocations(row, iterations: 900)
    // A few of the concurrency runtime's own come and go with how its threads start.
    #expect(abs(more - fewer - 600 * each) <= 5, "\(fewer) and \(more)")
  }

  private func allocations(_ row: String, iterations: Int) async throws -> Int {
    let stripped = FileManager.default.temporaryDirectory
      .appending(path: "hamon-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: stripped) }
    // valgrind 3.19 aborts on some of Swift's debug information.
    let strip = try await Subprocess.run(
      .name("strip"),
      arguments: ["--strip-debug", "-o", stripped, ReleaseBenchmark.program],
      output: .discarded,
      error: .string(limit: 1 << 16)
    )
    try #require(strip.terminationStatus.isSuccess, "\(strip.standardError)")
    let result = try await Subprocess.run(
      .name("valgrind"),
      arguments: [
        "--undef-value-errors=no", stripped, "--one-shot", "\(iterations)", "--filter", "^\(row)$",
      ],
      environment: .inherit.updating(["SWIFT_DETERMINISTIC_HASHING": "1"]),
      output: .string(limit: 1 << 16),
      error: .string(limit: 1 << 20)
    )
    try #require(result.standardOutput == "ran \(iterations) iterations of \(row)\n")
    let match = try #require(
      result.standardError.firstMatch(of: /total heap usage: ([\d,]+) allocs/),
      "\(result.standardError)"
    )
    return try #require(Int(match.1.replacing(",", with: "")))
  }
}
