import BenchmarkResults
import Counting
import Foundation
import ProcessLaunching
import SeededRandom
import Testing

/// Whether the floors and peers of every suite are as fast as written by hand: exact counts of the release builds, one
/// run of valgrind a suite.
@Suite(
  .serialized,
  .enabled(if: TestTier.isCheck, "make check runs it"),
  .enabled(if: Suites.isPossible, "needs valgrind and strip"),
  .timeLimit(.minutes(30))
)
struct PeerCountTests {
  @Test func `every suite says of its floors and peers what they are counted beside`() {
    #expect(Suites.all == Suites.folders(with: "main.swift"))
  }

  @Test(
    .enabled(if: !Suites.built.isEmpty, "needs release builds of suites: tools/build-benchmarks"),
    arguments: Suites.built
  )
  func `floors and peers execute as few instructions as loops by hand`(suite: String) async throws {
    let counted = try await CountedLoops.count(BenchmarkProgram(Suites.program(suite)))
    #expect(counted.problems == [])
    #expect(counted.loops.count + counted.reasons.count > 0)
    for loop in counted.loops {
      let least = try await leastExcess(of: loop, in: suite)
      #expect(
        least.isAsByHand,
        "\(loop.row): \(least.instructions) instructions, \(least.byHand) by hand"
      )
    }
  }

  /// The count with the smallest ratio, of up to four: what queues of other threads do, such as one copy more of a state that
  /// one of them still holds, depends on when they are let run.
  private func leastExcess(of loop: CountedLoop, in suite: String) async throws -> CountedLoop {
    var least = loop
    for _ in 0..<3 where !least.isAsByHand {
      let again = try await CountedLoops.count(
        BenchmarkProgram(Suites.program(suite)),
        filter: RowName.pattern(loop.row)
      )
      for other in again.loops where other.row == loop.row && other.ratio < least.ratio {
        least = other
      }
    }
    return least
  }
}

extension CountedLoop {
  /// Of a loop of a dozen, some are where the compiler leaves what it keeps.
  fileprivate var isAsByHand: Bool { instructions <= max(1.1 * byHand, byHand + 4) }
}

/// The suites of this repository.
private enum Suites {
  /// Those with loops whose release builds are there: `tools/check` makes all.
  static let built = all.filter {
    FileManager.default.isExecutableFile(atPath: program($0))
  }

  static let all = folders(with: "BenchmarkSuite+ByHand.swift")

  static func program(_ suite: String) -> String { "\(root)/.build/release/\(suite)" }

  static func folders(with file: String) -> [String] {
    let folder = "\(root)/Benchmarks"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/\(file)") }
      .sorted()
  }

  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  static let isPossible = ["valgrind", "strip"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }
}
