import CommandRunning
import Foundation
import SuiteErrors

/// The instructions of a floor or a peer beside those of the loop by hand that does the same.
package struct CountedLoop: Sendable {
  /// The name of the row.
  package let row: String
  /// Instructions of an iteration of the row.
  package let instructions: Double
  /// Those of an iteration of the loop.
  package let byHand: Double

  /// How many times the loop's the row's are.
  package var ratio: Double { instructions / byHand }
}

/// The instructions of the floors and peers of a suite.
package struct CountedLoops: Sendable {
  /// Those that have a loop by hand.
  package let loops: [CountedLoop]
  /// Why other rows have none, a line each.
  package let reasons: [String]
  /// Other lines of the suite: the rows that should have one, and what has failed.
  package let problems: [String]

  /// Counts all of them in one run of valgrind, which writes a profile at each mark between a row and its loop.
  package static func count(
    _ program: String,
    filter: String? = nil,
    timeout: Duration = .seconds(600)
  ) async throws -> CountedLoops {
    try await CountedProgram.open(program) { program in
      try await program.countLoops(filter: filter, timeout: timeout)
    }
  }
}

extension CountedProgram {
  fileprivate func countLoops(filter: String?, timeout: Duration) async throws -> CountedLoops {
    let place = FileManager.default.temporaryDirectory
      .appending(path: "hamon-loops-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    let profile = "\(place)/profile"
    let command = Command(
      "valgrind",
      [
        "--tool=callgrind", "--separate-threads=yes", "--dump-before=cmachine_mark",
        "--callgrind-out-file=\(profile)", path, "--by-hand",
      ] + (filter.map { ["--filter", $0] } ?? []),
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"]
    )
    let output = try await Self.limited(to: timeout, row: "--by-hand") {
      let result = try await command.run()
      guard result.isSuccess || !result.output.isEmpty else {
        throw SuiteError.uncounted("--by-hand", ValgrindMessage.reason(result.errors))
      }
      return result.output
    }
    // What LTTng's threads do when somebody else's recording begins is in no loop.
    let marks = try instructions(profile)
    var loops: [CountedLoop] = []
    var (reasons, problems): ([String], [String]) = ([], [])
    var mark = 0
    for line in output.split(separator: "\n") {
      guard let match = line.wholeMatch(of: #/(\d+) iterations (\d+) times by hand: (.+)/#),
        let iterations = Double(match.1), let repetitions = Int(match.2)
      else {
        if line.hasPrefix("none by hand, because ") {
          reasons.append(String(line))
        } else {
          problems.append(String(line))
        }
        continue
      }
      // The first mark of a row ends what was before it.
      let end = mark + 2 * repetitions + 1
      guard end <= marks.count else {
        throw SuiteError.uncounted("--by-hand", "valgrind has written no profile \(end)")
      }
      let counts = marks[(mark + 1)..<end]
      mark = end
      func least(_ first: Int) -> Double {
        let own = stride(from: counts.startIndex + first, to: end, by: 2).map { counts[$0] }
        return Double(own.min() ?? 0) / iterations
      }
      loops.append(
        CountedLoop(row: String(match.3), instructions: least(0), byHand: least(1))
      )
    }
    return CountedLoops(loops: loops, reasons: reasons, problems: problems)
  }

  /// The instructions before each mark, since the one before it.
  private func instructions(_ profile: String) throws -> [Int] {
    let url = URL(filePath: profile)
    let directory = url.deletingLastPathComponent()
    let prefix = "\(url.lastPathComponent)."
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    // NAME.MARK-THREAD; the marks count from 1.
    let numbers = names.filter { $0.hasPrefix(prefix) }
      .compactMap { Int($0.dropFirst(prefix.count).prefix { $0.isNumber }) }
    let last = numbers.max() ?? 0
    let parts = CallgrindProfile.parts(at: (0..<last).map { "\(profile).\($0 + 1)" })
    return try parts.enumerated().map { index, part in
      guard let part else {
        throw SuiteError.uncounted("--by-hand", "valgrind has written no profile \(index + 1)")
      }
      return part.instructions
    }
  }
}
