import BenchmarkResults
import Foundation
import RegressionGate
import SuiteErrors

extension BenchRun {
  /// How much further on the code lies in the second start, in bytes: half a line of the instruction cache.
  static let secondCodeOffset = 32

  /// Runs an executable, and once more with the rows of bars that it seems to miss.
  ///
  /// What differs from one start of a program to the next, such as where its data lies, is in all rounds of one, and where its code
  /// lies is the same in all starts. So the second one is linked anew, with its code elsewhere, where SwiftPM has built the program:
  /// a bar is missed where both agree. A row that hangs is ended, and what is left is run without it.
  ///
  /// - Parameters:
  ///   - path: The executable.
  ///   - resultPath: Where it writes its results.
  ///   - place: Which of all it is, for who waits.
  /// - Returns: What there is of it, and what went wrong.
  func measure(_ path: String, resultPath: String, place: String? = nil) async -> Outcome {
    var outcome = await measureOnce(path, resultPath: resultPath, place: place)
    let rows = outcome.results.suites.flatMap(\.rowsToMeasureAgain)
    guard !rows.isEmpty, !InterruptSignal.hasArrived else { return outcome }
    var again = self
    again.filter = RowPattern.of(rows)
    again.extraArguments.append(RowPattern.withoutNotes)
    let directory = "\(resultPath).moved"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let offset = Self.secondCodeOffset
    let moved = await MovedProgram(of: path, by: offset, directory: directory)
    let second = await again.measureOnce(
      moved?.path ?? path,
      resultPath: "\(resultPath).again",
      place: place.map { "\($0), again" }
    )
    // Where it fails, the first one stands.
    outcome.results.considerMisses(in: second.results, movedBy: moved == nil ? 0 : offset)
    return outcome
  }
}

/// A filter that matches some rows and no others.
enum RowPattern {
  /// Lets an executable say nothing of floors that such a filter leaves out.
  static let withoutNotes = "--no-filter-notes"

  /// The pattern, whatever the names are and in whatever order, also where some are there twice.
  static func of(_ rows: [String]) -> String {
    let names = Set(rows).sorted().map { NSRegularExpression.escapedPattern(for: $0) }
    return "^(?:\(names.joined(separator: "|")))$"
  }
}
