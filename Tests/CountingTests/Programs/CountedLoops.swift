import CommandRunning
import Foundation
import ProcessLaunching
import SuiteErrors

@testable import Counting

/// The instructions of a floor or a peer beside those of the loop by hand that does the same.
struct CountedLoop: Sendable {
  let row: String
  /// Instructions of an iteration of the row.
  let instructions: Double
  /// Those of an iteration of the loop.
  let byHand: Double

  /// How many times the loop's the row's are.
  var ratio: Double { instructions / byHand }
}

/// The instructions of the floors and peers of a suite.
struct CountedLoops: Sendable {
  /// Those that have a loop by hand.
  let loops: [CountedLoop]
  /// Why other rows have none, a line each.
  let reasons: [String]
  /// Other lines of the suite: the rows that should have one, and what has failed.
  let problems: [String]

  /// Counts all of them in one run of valgrind, which writes a profile at each mark between a row and its loop.
  static func count(
    _ program: BenchmarkProgram,
    filter: String? = nil,
    timeout: Duration = .seconds(600)
  ) async throws -> CountedLoops {
    try await CountedProgram(program).countLoops(filter: filter, timeout: timeout)
  }
}

extension CountedProgram {
  fileprivate func countLoops(filter: String?, timeout: Duration) async throws -> CountedLoops {
    let place = try WorkDirectory.makeTemporary("loops")
    defer { try? FileManager.default.removeItem(atPath: place) }
    let profile = "\(place)/profile"
    let command = Command(
      "valgrind",
      [
        "--tool=callgrind", "--dump-before=cmachine_mark", "--callgrind-out-file=\(profile)",
        program.path,
        "--by-hand",
      ] + (filter.map { [$0] } ?? []),
      environment: program.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 },
      in: program.directory
    )
    let result = try await Self.limited(to: timeout, row: "--by-hand") {
      try await command.run(started: $0)
    }
    // What ends with a status has said which rows failed; what a signal has ended has left out the rest.
    guard result.isSuccess || result.end.signal == nil && !result.output.isEmpty else {
      throw SuiteError.uncounted(
        "--by-hand",
        "it \(result.end.clause): \(ValgrindMessage.reason(result.errors))",
        in: place
      )
    }
    var loops: [CountedLoop] = []
    var (reasons, problems): ([String], [String]) = ([], [])
    var mark = 0
    for line in result.output.split(separator: "\n") {
      guard let match = line.wholeMatch(of: #/(\d+) iterations (\d+) times by hand: (.+)/#),
        let iterations = Double(match.1), let repetitions = Int(match.2),
        iterations > 0, repetitions > 0
      else {
        if line.hasPrefix("none by hand, because ") {
          reasons.append(String(line))
        } else {
          problems.append(String(line))
        }
        continue
      }
      // The first mark of a row ends what was before it.
      let counts = try (2...2 * repetitions + 1).map { try instructions(profile, mark + $0) }
      mark += 2 * repetitions + 1
      func least(_ first: Int) -> Double {
        let own = stride(from: first, to: counts.count, by: 2).map { counts[$0] }
        return Double(own.min() ?? 0) / iterations
      }
      loops.append(
        CountedLoop(row: String(match.3), instructions: least(0), byHand: least(1))
      )
    }
    return CountedLoops(loops: loops, reasons: reasons, problems: problems)
  }

  private func instructions(_ profile: String, _ mark: Int) throws -> Int {
    guard let text = try? String(contentsOfFile: "\(profile).\(mark)", encoding: .utf8),
      let counts = CallgrindProfile(text[...])
    else {
      throw SuiteError.uncounted(
        "--by-hand",
        "valgrind has written no profile \(mark)",
        in: URL(filePath: profile).deletingLastPathComponent().path
      )
    }
    // callgrind writes one thread at a mark where it keeps them apart; and the program's own are all to be counted.
    return counts.instructions - counts.instructionsOfTracer
  }
}
