import ProcessLaunching

/// Rows of an executable, or whole commands, that are measured on both sides one after the other.
protocol SubjectComparison {
  /// The name that their evidence has as its executable.
  var name: String { get }

  /// Measures a row or command.
  ///
  /// - Parameter row: The row's full name, or the command.
  /// - Returns: The evidence, including any failure.
  func measure(_ row: String) async -> RowEvidence
}

extension RowEvidence {
  /// Compares a time.
  ///
  /// If it seems to have changed, also compares the base with itself: whatever disturbs the machine moves identical code too.
  mutating func compare(
    _ metric: GateMetric,
    _ limits: GateLimits,
    take: (_ isControl: Bool) throws(ProcessFailure) -> TimeEvidence
  ) {
    do throws(ProcessFailure) {
      let time = try take(false)
      times.append(time)
      guard time.isAlarm(limits: limits) || time.isMeanAlarm else { return }
      let ofBase = try take(true)
      if metric == .wall { control = ofBase } else { percentileControl = ofBase }
    } catch {
      failure = error.description
    }
  }
}
