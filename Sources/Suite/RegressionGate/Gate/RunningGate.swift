import SuiteErrors

/// A gate while it measures: takes rows from its journal or measures them, until it is interrupted.
final class RunningGate {
  let journal: GateJournal?
  let isInterrupted: () -> Bool
  private let start = ContinuousClock.now
  var outcome = GateRun.Outcome()

  init(journal: GateJournal?, isInterrupted: @escaping () -> Bool) {
    self.journal = journal
    self.isInterrupted = isInterrupted
  }

  /// Whether it was interrupted; then its outcome says so.
  func isOver() -> Bool {
    guard isInterrupted() else { return false }
    outcome.interruption = GateRun.interrupted
    return true
  }

  /// Measures a row or command, unless the journal has it.
  ///
  /// - Returns: Whether the gate goes on.
  func take(
    _ executable: String,
    _ row: String,
    measure: () async -> RowEvidence
  ) async -> Bool {
    if isOver() { return false }
    if let earlier = journal?.rows["\(executable) \(row)"] {
      outcome.rows.append(earlier)
      return true
    }
    let start = ContinuousClock.now
    var evidence = await measure()
    // Ctrl-C ends the benchmark too: what came of it then is no result.
    if isOver() { return false }
    evidence.seconds = (ContinuousClock.now - start) / .seconds(1)
    outcome.rows.append(evidence)
    do throws(SuiteError) {
      try journal?.append(evidence)
    } catch {
      if !outcome.notes.contains(error.description) { outcome.notes.append(error.description) }
    }
    return true
  }

  /// The outcome; with the rows that it has not come to, as whoever reads the reports only shall see what is missing.
  func end(of work: [(executable: String, rows: [String])]) -> GateRun.Outcome {
    if outcome.interruption != nil {
      for (executable, rows) in work {
        let measured = Set(outcome.rows.map(\.identity))
        outcome.rows += rows.map { RowEvidence.interrupted(executable, $0) }
          .filter { !measured.contains($0.identity) }
      }
    }
    outcome.seconds = (ContinuousClock.now - start) / .seconds(1)
    return outcome
  }
}
