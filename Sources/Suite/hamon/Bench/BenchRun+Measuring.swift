import BenchmarkReport
import BenchmarkResults
import CommandRunning
import Foundation
import ProcessLaunching
import SuiteErrors

extension BenchRun {
  /// The outcome of one executable.
  struct Outcome {
    var results = ResultCollection()
    var error: SuiteError?
  }

  /// Runs an executable; if a row ends it, or hangs and is ended, runs the rest without that row.
  ///
  /// - Returns: The results, and the error, if any.
  func measureOnce(
    _ program: BenchmarkProgram,
    resultPath: String,
    place: String? = nil
  ) async -> Outcome {
    var kept: SuiteResult?
    var failures: [RowFailure] = []
    var settled: Set<String> = []
    while true {
      let part = await measurePart(
        program,
        resultPath: resultPath,
        place: place,
        omitting: settled
      )
      var outcome = part.outcome
      guard let stop = part.stop else {
        // The failures of earlier parts belong to the results.
        if !failures.isEmpty { outcome.results = Self.joined(kept, outcome.results, failures) }
        return outcome
      }
      let finished = stop.notes.finished.subtracting(settled)
      if let suite = outcome.results.suites.first {
        // Rows compared with the failed row have rounds that are useless without its rounds.
        let part = suite.keeping(finished)
        kept = kept.map { $0.continued(by: part) } ?? part
      }
      outcome.results = ResultCollection()
      guard let row = stop.notes.current, !settled.contains(row) else {
        outcome.results = Self.joined(kept, outcome.results, failures)
        outcome.error = stop.error
        return outcome
      }
      let failure = RowFailure(row: row, message: stop.reason)
      StandardError.error("row \(row): \(failure.message)")
      failures.append(failure)
      settled.formUnion(finished)
      settled.insert(row)
      guard !InterruptSignal.hasArrived, await hasRows(program, besides: settled) else {
        outcome.results = Self.joined(kept, outcome.results, failures)
        outcome.error = kept == nil ? stop.error : nil
        return outcome
      }
    }
  }

  private static func joined(
    _ kept: SuiteResult?,
    _ rest: ResultCollection,
    _ failures: [RowFailure]
  ) -> ResultCollection {
    guard let last = rest.suites.first else {
      return ResultCollection(suites: kept.map { [$0.adding(failures)] } ?? [])
    }
    return ResultCollection(suites: [(kept?.continued(by: last) ?? last).adding(failures)])
  }

  /// The end of a process in the middle of a row.
  private struct Stop {
    /// Its notes on its rows.
    let notes: ProgressFile.Content
    /// What is wrong with that row.
    let reason: String
    /// The error of the executable, if the row is unknown.
    let error: SuiteError
  }

  /// Starts an executable once; returns its outcome, and where it was stopped, if it was.
  private func measurePart(
    _ program: BenchmarkProgram,
    resultPath: String,
    place: String?,
    omitting settled: Set<String>
  ) async -> (outcome: Outcome, stop: Stop?) {
    var outcome = Outcome()
    let steps = "\(resultPath).steps"
    // SAFETY: paths outlive the calls, also below.
    for file in [resultPath, steps] { unsafe unlink(file) }
    do throws(SuiteError) {
      let (end, isHung) = try await BenchProcess(
        program: program,
        countsEvents: command.counters,
        place: place
      ).run(
        arguments: ["--json=\(resultPath)"] + arguments(omitting: settled),
        keepsOutputFree: keepsOutputFree,
        progress: [steps, resultPath],
        timeout: timeout
      )
      if unsafe access(resultPath, F_OK) == 0 {
        outcome.results = try ResultCollection.read(resultPath)
      }
      let notes = ProgressFile.Content(path: steps)
      if isHung {
        let reason =
          "it made no progress in \(timeout), and was ended: it hangs, or give it longer (--timeout)"
        return (outcome, Stop(notes: notes, reason: reason, error: .hung(program.path, timeout)))
      }
      let rows = outcome.results.rowCount
      let error = SuiteError(
        program.path,
        "it \(end.clause) after \(rows) \(rows == 1 ? "row" : "rows"), "
          + (rows == 0 ? "nothing of it is kept" : "which the result keeps"),
        remedy: "run it alone to see why"
      )
      // A row may end its process, even with status 0.
      if notes.isWithinRow, !InterruptSignal.hasArrived {
        let reason =
          "its process \(end.clause) while it ran; correct the benchmark or what it measures"
        return (outcome, Stop(notes: notes, reason: reason, error: error))
      }
      if !end.isSuccess {
        outcome.error = error
      } else if rows == 0 {
        // It ended well and measured nothing: it is a program, but not a benchmark.
        outcome.error = .notASuite(program.path, "wrote no results")
      }
    } catch {
      outcome.error = error
    }
    return (outcome, nil)
  }

  /// Whether chosen rows are left.
  private func hasRows(_ program: BenchmarkProgram, besides settled: Set<String>) async -> Bool {
    guard let rows = try? await BenchProcess(program: program).rows(command.shortening) else {
      return false
    }
    let regex = command.rows.pattern.flatMap { try? Regex($0) }
    return rows.contains { row in
      !settled.contains(row) && regex.map { row.contains($0) } ?? true
    }
  }

  private func arguments(omitting rows: Set<String>) -> [String] {
    let omitted = rows.isEmpty ? nil : RowName.pattern(ofAny: Array(rows))
    let pattern = RowPattern.of(command.rows.pattern, without: omitted)
    return (pattern.map { ["--filter=\($0)"] } ?? []) + command.shortening
      + (command.rounds.map { ["--rounds=\($0)"] } ?? [])
      + (command.barBudget.map { ["--bar-budget=\($0)"] } ?? []) + extraArguments
  }
}
