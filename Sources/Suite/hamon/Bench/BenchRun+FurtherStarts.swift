import ArgumentParser
import BenchmarkResults
import Foundation
import ProcessLaunching
import RegressionGate
import SuiteErrors

/// Further starts of programs whose bars seem to be missed, with the rows alone that those are judged by.
///
/// What differs from one start of a program to the next, such as where its data lies, is in all rounds of one, and where its code
/// lies is the same in all starts. So further ones are linked anew, with their code elsewhere, where SwiftPM has built the program.
/// What a neighbour or the hypervisor does to a machine for half a minute is in starts that follow each other: so the last one
/// is made when all programs have run. A bar is missed where all three agree.
extension BenchRun {
  /// How much further on the code lies in the second and in the third start, in bytes: a half of a line of the instruction cache, and a
  /// quarter.
  static let codeOffsets = (second: 32, third: 16)

  /// A program that has run.
  struct FinishedProgram {
    let program: BenchmarkProgram
    /// Where it wrote its results.
    let resultPath: String
    /// Where they stand among all.
    let suites: Range<Int>
    /// Which of all it is, for who waits.
    let place: String?
  }

  /// Runs an executable, and once more with the rows of bars that it seems to miss.
  ///
  /// A row that hangs is ended, and what is left is run without it.
  ///
  /// - Returns: Where what it has measured is among the results, and what went wrong.
  func measure(
    _ program: BenchmarkProgram,
    resultPath: String,
    place: String? = nil,
    in results: inout ResultCollection
  ) async -> (done: FinishedProgram, error: SuiteError?) {
    let outcome = await measureOnce(program, resultPath: resultPath, place: place)
    let first = results.suites.count
    results.append(outcome.results)
    let done = FinishedProgram(
      program: program,
      resultPath: resultPath,
      suites: first..<results.suites.count,
      place: place
    )
    await start(done, occasion: "again", movedBy: Self.codeOffsets.second, in: &results)
    return (done, outcome.error)
  }

  /// Starts programs a third time whose second start seems to miss a bar as well.
  ///
  /// - Parameters:
  ///   - programs: All that have run.
  ///   - results: What they have measured; bars that the third start doesn't miss are uncertain afterwards.
  func measureMissesAtLast(
    of programs: [FinishedProgram],
    in results: inout ResultCollection
  ) async {
    for program in programs {
      await start(program, occasion: "at last", movedBy: Self.codeOffsets.third, in: &results)
    }
  }

  private func start(
    _ program: FinishedProgram,
    occasion: String,
    movedBy offset: Int,
    in results: inout ResultCollection
  ) async {
    let rows = results.suites[program.suites].flatMap(\.rowsToMeasureAgain)
    guard !rows.isEmpty, !InterruptSignal.hasArrived else { return }
    var again = self
    again.command.rows.only.filter = RowPattern.of(rows)
    again.extraArguments.append(RowPattern.withoutNotes)
    let directory = "\(program.resultPath).moved"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let moved = await MovedProgram(of: program.program, by: offset, directory: directory)
    let outcome = await again.measureOnce(
      moved?.program ?? program.program,
      resultPath: "\(program.resultPath).again",
      place: program.place.map { "\($0), \(occasion)" }
    )
    // Where it fails, what the others say stands.
    results.considerMisses(
      in: outcome.results,
      movedBy: moved == nil ? 0 : offset,
      suites: program.suites
    )
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

  /// The pattern of rows that one pattern matches and another doesn't; `nil` for all.
  static func of(_ filter: String?, without skip: String?) -> String? {
    guard let skip else { return filter }
    let wanted = filter.map { "(?=[\\s\\S]*?(?:\($0)))" } ?? ""
    return "^\(wanted)(?![\\s\\S]*?(?:\(skip)))"
  }

  /// Refuses what is no pattern.
  static func validate(_ options: [(name: String, pattern: String?)]) throws {
    for (name, pattern) in options {
      if let pattern, (try? Regex(pattern)) == nil {
        throw ValidationError("\(SuiteError.invalidPattern(name, pattern))")
      }
    }
  }
}
