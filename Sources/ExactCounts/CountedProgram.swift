public import BenchmarkHarness
import Foundation
import Subprocess

/// A benchmark executable whose rows are counted under valgrind.
///
/// It is a copy without debug information, some of which valgrind 3.19 aborts on.
public struct CountedProgram: Sendable {
  private static let allocations = [
    "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign",
  ]
  private static let objects = ["swift_allocObject"]
  private static let retains = [
    "swift_retain", "swift_retain_n", "swift_bridgeObjectRetain", "swift_bridgeObjectRetain_n",
    "swift_nonatomic_retain",
  ]
  private static let releases = [
    "swift_release", "swift_release_n", "swift_bridgeObjectRelease",
    "swift_bridgeObjectRelease_n", "swift_nonatomic_release",
  ]

  private let path: String
  private let directory: String

  /// Makes the copy, lets a closure count with it, and removes it.
  ///
  /// - Parameters:
  ///   - path: The benchmark executable.
  ///   - body: Receives the program.
  /// - Returns: What the closure returns.
  /// - Throws: ``CountingError`` if valgrind or strip is missing, or what the closure throws.
  public static func open<Result>(
    _ path: String,
    _ body: (CountedProgram) async throws -> Result
  ) async throws -> Result {
    for tool in ["valgrind", "strip"] {
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)") else {
        throw CountingError("\(tool): not found; run tools/setup, or install valgrind and binutils")
      }
    }
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "hamon-counts-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let copy = "\(directory)/program"
    let strip = try await Subprocess.run(
      .name("strip"),
      arguments: ["--strip-debug", "-o", copy, path],
      output: .discarded,
      error: .string(limit: 1 << 16)
    )
    guard strip.terminationStatus.isSuccess else {
      throw CountingError("\(path): strip failed: \(strip.standardError)")
    }
    return try await body(CountedProgram(path: copy, directory: directory))
  }

  /// Counts one row.
  ///
  /// - Parameters:
  ///   - row: Its full name.
  ///   - iterations: How many the slope is over; ten times as many take ten times as long, and valgrind
  ///     takes fifty times as long as the program alone.
  /// - Returns: The counts of one operation.
  /// - Throws: ``CountingError`` if the program or valgrind fails.
  public func count(row: String, iterations: Int) async throws -> RowCounts {
    // The first iterations make caches and tables; the slope begins after them.
    let start = max(iterations / 10, 1)
    let fewer = try await profile(row: row, iterations: start)
    let more = try await profile(row: row, iterations: start + iterations)
    func slope(_ a: Int, _ b: Int) -> Double { Double(b - a) / Double(iterations) }
    func slope(of names: [String]) -> Double {
      slope(fewer.calls(of: names), more.calls(of: names))
    }
    return RowCounts(
      instructions: slope(fewer.instructions, more.instructions),
      allocations: slope(of: Self.allocations),
      objects: slope(of: Self.objects),
      retains: slope(of: Self.retains),
      releases: slope(of: Self.releases),
      iterations: iterations
    )
  }

  /// Counts the bytes that one row allocates and the blocks it frees.
  ///
  /// callgrind sees that `malloc` is called, and not with what; so these are of two more runs, under
  /// memcheck, whose totals are exact.
  ///
  /// - Parameters:
  ///   - row: Its full name.
  ///   - iterations: As for ``count(row:iterations:)``.
  /// - Returns: Bytes and freed blocks of one operation.
  /// - Throws: ``CountingError`` if the program or valgrind fails.
  public func countHeap(
    row: String,
    iterations: Int
  ) async throws -> (bytes: Double, frees: Double) {
    let start = max(iterations / 10, 1)
    let fewer = try await heap(row: row, iterations: start)
    let more = try await heap(row: row, iterations: start + iterations)
    return (
      Double(more.bytes - fewer.bytes) / Double(iterations),
      Double(more.frees - fewer.frees) / Double(iterations)
    )
  }

  private func heap(row: String, iterations: Int) async throws -> HeapTotals {
    let messages = try await valgrind(
      ["--tool=memcheck", "--undef-value-errors=no", "--leak-check=no"],
      row: row,
      iterations: iterations
    )
    guard let totals = HeapTotals(messages) else {
      throw CountingError("\(row): valgrind reported no heap usage; run it alone to see why")
    }
    return totals
  }

  private func profile(row: String, iterations: Int) async throws -> CallgrindProfile {
    let output = "\(directory)/profile"
    _ = try await valgrind(
      ["--tool=callgrind", "--callgrind-out-file=\(output)"],
      row: row,
      iterations: iterations
    )
    guard let text = try? String(contentsOfFile: output, encoding: .utf8),
      let profile = CallgrindProfile(text[...])
    else {
      throw CountingError("\(row): valgrind reported no total; run it alone to see why")
    }
    return profile
  }

  /// Runs one row under valgrind, and returns what that and the program have said on standard error.
  private func valgrind(_ options: [String], row: String, iterations: Int) async throws -> String {
    let result = try await Subprocess.run(
      .name("valgrind"),
      arguments: Arguments(
        options + [
          path, "--one-shot", "\(iterations)",
          "--filter", "^\(NSRegularExpression.escapedPattern(for: row))$",
        ]
      ),
      environment: .inherit.updating(["SWIFT_DETERMINISTIC_HASHING": "1"]),
      output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 20)
    )
    guard result.terminationStatus.isSuccess else {
      let lines = result.standardError.split(separator: "\n")
      let reason = lines.first { $0.hasPrefix("error: ") } ?? lines.last ?? "no message"
      throw CountingError("\(row): it could not be counted: \(reason); run it alone to see why")
    }
    return result.standardError
  }
}
