import BenchmarkResults

/// A row that a calibration takes its units from.
struct CalibrationRow: Sendable {
  let executable: String
  let path: String
  let name: String
  let trial: RowTiming.Trial
  /// What an operation executes and calls; the base is counted once.
  let counts: RowCounts

  /// Whether an effect can be put into it.
  ///
  /// One percent of a thousand iterations is ten, so that rounding stays below a twentieth of it.
  func allows(_ effect: CalibrationEffect) -> Bool {
    switch effect {
    case .sameCode, .codeShift: true
    case .work1, .time5, .time10:
      trial.greeting.iterations >= 1000 && !trial.greeting.isConcurrent
    case .allocations1:
      counts.allocations >= 0.5 && trial.greeting.iterations >= 1000 && !trial.greeting.isConcurrent
    }
  }
}
