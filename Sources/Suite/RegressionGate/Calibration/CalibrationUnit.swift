/// One unit of a calibration: a row that was gated with a known effect.
package struct CalibrationUnit: Codable, Equatable, Sendable {
  /// Its place in the order of units.
  package let number: Int
  /// What was done to the head.
  package let effect: CalibrationEffect
  /// The benchmark executable.
  package let executable: String
  /// The full name of the row.
  package let row: String
  /// Whether several threads or tasks take part in it.
  package let isConcurrent: Bool
  /// What the gate said of the row.
  package let verdict: Verdict
  /// What it said of each metric that was looked at.
  package let verdicts: [String: Verdict]
  /// By what share each metric had changed.
  package let changes: [String: Double]
  /// How much single pairs scattered; `nil` without times.
  package let spread: Double?
  /// How far the bounds of the wall time are apart; `nil` without times.
  package let width: Double?
  /// How long the unit took, in seconds.
  package let seconds: Double
  /// The load average of the last minute.
  package let load: Double
  /// Why the row could not be measured.
  package let failure: String?

  /// Whether the gate called it a regression.
  package var isAlarm: Bool { verdict == .regression }

  /// Whether the metric that has to show the effect did.
  package var isFound: Bool {
    guard let bar = effect.bar else { return isAlarm }
    return verdicts[bar.metric.rawValue] == .regression
  }
}
