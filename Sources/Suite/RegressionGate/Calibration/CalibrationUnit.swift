/// One unit of a calibration: a row that was gated with a known effect.
public struct CalibrationUnit: Codable, Equatable, Sendable {
  /// Its place in the order of units.
  public let number: Int
  /// What was done to the head.
  public let effect: CalibrationEffect
  /// The benchmark executable.
  public let executable: String
  /// The full name of the row.
  public let row: String
  /// Whether several threads or tasks take part in it.
  public let isConcurrent: Bool
  /// What the gate said of the row.
  public let verdict: Verdict
  /// What it said of each metric that was looked at.
  public let verdicts: [String: Verdict]
  /// By what share each metric had changed.
  public let changes: [String: Double]
  /// How much single pairs scattered; `nil` without times.
  public let spread: Double?
  /// How far the bounds of the wall time are apart; `nil` without times.
  public let width: Double?
  /// How long the unit took, in seconds.
  public let seconds: Double
  /// The load average of the last minute.
  public let load: Double
  /// Why the row could not be measured.
  public let failure: String?

  /// Whether the gate called it a regression.
  public var isAlarm: Bool { verdict == .regression }

  /// Whether the metric that has to show the effect did.
  public var isFound: Bool {
    guard let bar = effect.bar else { return isAlarm }
    return verdicts[bar.metric.rawValue] == .regression
  }
}
