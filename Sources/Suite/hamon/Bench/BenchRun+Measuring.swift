import BenchmarkReport
import BenchmarkResults
import CommandRunning
import Foundation
import SuiteErrors

extension BenchRun {
  /// The outcome of one executable.
  struct Outcome {
    var results = ResultCollection()
    var error: SuiteError?
  }

  /// Runs an executable; if a row hangs, it is ended, and what is left is run without that row.
  ///
  /// - Parameters:
  ///   - path: The executable.
  ///   - resultPath: Where it writes its results.
  ///   - place: Which of all it is, for who waits.
  /// - Returns: What there is of it, and what went wrong.
  func measureOnce(_ path: String, resultPath: String, place: String? = nil) async -> Outcome {
    var kept: SuiteResult?
    var failures: [RowFailure] = []
    var settled: Set<String> = []
    while true {
      let part = await measurePart(
        path,
        resultPath: resultPath,
        place: place,
        omitting: settled
      )
      var outcome = part.outcome
      guard let hung = part.hung else {
        if kept != nil || !failures.isEmpty {
          outcome.results = Self.joined(kept, outcome.results, failures: failures)
          // That a row hung is told; that the rest ended with 1 because of it is not.
          if outcome.results.rowCount == 0 { outcome.error = .hung(path, timeout) }
        }
        return outcome
      }
      let finished = hung.finished.subtracting(settled)
      if let suite = outcome.results.suites.first {
        // Rows that were compared with it have rounds that are of no use without theirs.
        let part = suite.keeping(finished)
        kept = kept.map { $0.continued(by: part) } ?? part
      }
      guard let row = hung.current, !settled.contains(row) else {
        outcome.results = Self.joined(kept, outcome.results, failures: failures)
        outcome.error = .hung(path, timeout)
        return outcome
      }
      let failure = RowFailure(
        row: row,
        message: "it made no progress in \(timeout), and was ended: it hangs, or give it longer "
          + "(--timeout)"
      )
      StandardError.error("row \(row): \(failure.message)")
      failures.append(failure)
      settled.formUnion(finished)
      settled.insert(row)
      guard !InterruptSignal.hasArrived, await hasRows(path, besides: settled) else {
        outcome.results = Self.joined(kept, ResultCollection(), failures: failures)
        outcome.error = kept == nil ? .hung(path, timeout) : nil
        return outcome
      }
    }
  }

  private static func joined(
    _ kept: SuiteResult?,
    _ rest: ResultCollection,
    failures: [RowFailure]
  ) -> ResultCollection {
    guard let last = rest.suites.first else {
      return ResultCollection(suites: kept.map { [$0.adding(failures)] } ?? [])
    }
    return ResultCollection(suites: [(kept?.continued(by: last) ?? last).adding(failures)])
  }

  /// Starts an executable once; returns its outcome, and where it hung, if it did.
  private func measurePart(
    _ path: String,
    resultPath: String,
    place: String?,
    omitting settled: Set<String>
  ) async -> (outcome: Outcome, hung: ProgressFile.Content?) {
    var outcome = Outcome()
    let steps = "\(resultPath).steps"
    // SAFETY: paths outlive the calls, also below.
    for file in [resultPath, steps] { unsafe unlink(file) }
    do throws(SuiteError) {
      let (end, isHung) = try await BenchProcess(
        path: path,
        countsEvents: countsEvents,
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
      if isHung { return (outcome, ProgressFile.Content(path: steps)) }
      if !end.isSuccess {
        let rows = outcome.results.rowCount
        outcome.error = SuiteError(
          path,
          "it \(end.clause) after \(rows) \(rows == 1 ? "row" : "rows"), "
            + (rows == 0 ? "nothing of it is kept" : "which the result keeps"),
          remedy: "run it alone to see why"
        )
      } else if outcome.results.rowCount == 0 {
        // It ended well and measured nothing: it is a program, but not a benchmark.
        outcome.error = .notASuite(path, "wrote no results")
      }
    } catch {
      outcome.error = error
    }
    return (outcome, nil)
  }

  /// Whether rows that were chosen are left.
  private func hasRows(_ path: String, besides settled: Set<String>) async -> Bool {
    guard let rows = try? await BenchProcess(path: path).rows(isQuick: isQuick) else {
      return false
    }
    let regex = filter.flatMap { try? Regex($0) }
    return rows.contains { row in
      !settled.contains(row) && regex.map { row.contains($0) } ?? true
    }
  }

  private func arguments(omitting rows: Set<String>) -> [String] {
    var pattern = filter
    if !rows.isEmpty {
      let names = rows.sorted().map { NSRegularExpression.escapedPattern(for: $0) }
      pattern = "^(?!(?:\(names.joined(separator: "|")))$)"
      if let filter { pattern? += "(?=[\\s\\S]*?(?:\(filter)))" }
    }
    return (pattern.map { ["--filter=\($0)"] } ?? []) + (isQuick ? ["--quick"] : [])
      + (rounds.map { ["--rounds=\($0)"] } ?? [])
      + (barBudget.map { ["--bar-budget=\($0)"] } ?? []) + extraArguments
  }
}
