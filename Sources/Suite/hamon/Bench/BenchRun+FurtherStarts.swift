import ArgumentParser
import BenchmarkResults
import Foundation
import ProcessLaunching
import RegressionGate
import SuiteErrors

/// Further starts of programs that seem to miss bars, with only the rows that judge those bars.
///
/// The place of data differs between starts but is the same in all rounds of one; the place of code is the same in all starts. So programs
/// built by SwiftPM are relinked for further starts, with their code elsewhere. A neighbour or the hypervisor can disturb a machine for
/// half a minute, and so starts in a row: the last start comes after all programs have run. A bar is missed if all three starts agree.
extension BenchRun {
  /// How far the code moves in the second and third start, in bytes: half and a quarter of an instruction cache line.
  static let codeOffsets = (second: 32, third: 16)

  /// A program that has run.
  struct FinishedProgram {
    let program: BenchmarkProgram
    /// Where it wrote its results.
    let resultPath: String
    /// The positions of its suites among all results.
    let suites: Range<Int>
    /// Its position in the run, for the user.
    let place: String?
  }

  /// Runs an executable, then again with the rows of bars that it seems to miss.
  ///
  /// A row that hangs is ended, and the rest run without it.
  ///
  /// - Returns: The program with its place among the results, and the error, if any.
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

  /// Starts programs a third time if the second start also seems to miss a bar.
  ///
  /// - Parameters:
  ///   - programs: All that have run.
  ///   - results: Their results; a bar that the third start doesn't miss becomes uncertain.
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
    again.command.rows.only.filter = RowName.pattern(ofAny: rows)
    again.extraArguments.append(RowPattern.withoutNotes)
    let directory = "\(program.resultPath).moved"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let moved = await MovedProgram(of: program.program, by: offset, directory: directory)
    let outcome = await again.measureOnce(
      moved?.program ?? program.program,
      resultPath: "\(program.resultPath).again",
      place: program.place.map { "\($0), \(occasion)" }
    )
    // If it fails, the results of the other starts stand.
    results.considerMisses(
      in: outcome.results,
      movedBy: moved == nil ? 0 : offset,
      suites: program.suites
    )
  }
}

/// A filter that matches some rows and no others.
enum RowPattern {
  /// Keeps an executable from reporting floors that such a filter leaves out.
  static let withoutNotes = "--no-filter-notes"

  /// The pattern of rows that match `filter` and not `skip`; `nil` for all.
  static func of(_ filter: String?, without skip: String?) -> String? {
    guard let skip else { return filter }
    let wanted = filter.map { "(?=[\\s\\S]*?(?:\($0)))" } ?? ""
    return "^\(wanted)(?![\\s\\S]*?(?:\(skip)))"
  }

  /// Refuses invalid patterns.
  static func validate(_ options: [(name: String, pattern: String?)]) throws {
    for (name, pattern) in options {
      if let pattern, (try? Regex(pattern)) == nil {
        throw ValidationError("\(SuiteError.invalidPattern(name, pattern))")
      }
    }
  }
}
