import ExactCounts
import Foundation
import Testing

/// Whether the floors and peers of every suite are as fast as written by hand: exact counts of the release builds, one
/// run of valgrind a suite.
@Suite(
  .serialized,
  .enabled(if: PeerCountTests.isPossible, "needs valgrind and strip"),
  .timeLimit(.minutes(30))
)
struct PeerCountTests {
  @Test func `every suite says of its floors and peers what they are counted beside`() {
    #expect(Self.suites == Self.folders(with: "main.swift"))
  }

  @Test(arguments: builtSuites)
  func `floors and peers execute as few instructions as loops by hand`(suite: String) async throws {
    let counted = try await CountedLoops.count(Self.program(suite))
    #expect(counted.problems == [])
    #expect(counted.loops.count + counted.reasons.count > 0)
    for loop in counted.loops {
      #expect(
        loop.ratio <= 1.1,
        "\(loop.row): \(loop.instructions) instructions, \(loop.byHand) by hand"
      )
    }
  }

  /// Those with loops whose release builds are there: `tools/test` makes two of them, `tools/check` all.
  private static let builtSuites = suites.filter {
    FileManager.default.isExecutableFile(atPath: program($0))
  }

  private static let suites = folders(with: "BenchmarkSuite+ByHand.swift")

  private static func program(_ suite: String) -> String { "\(root)/.build/release/\(suite)" }

  private static func folders(with file: String) -> [String] {
    let folder = "\(root)/Benchmarks"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/\(file)") }
      .sorted()
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  private static let isPossible = ["valgrind", "strip"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }
}
