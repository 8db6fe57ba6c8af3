import RegressionGate

/// One unit of a calibration: a row that was gated with a known effect.
struct CalibrationUnit: Codable, Equatable, Sendable {
  /// Its place in the order of units.
  let number: Int
  /// The change that was made to the head.
  let effect: CalibrationEffect
  let executable: String
  let row: String
  let isConcurrent: Bool
  let verdict: Verdict
  /// The verdict about each examined metric.
  let verdicts: [String: Verdict]
  /// The change of each metric, as a share.
  let changes: [String: Double]
  /// The scatter of single pairs; `nil` without times.
  let spread: Double?
  /// The distance between the bounds of the wall time; `nil` without times.
  let width: Double?
  let seconds: Double
  /// The load average of the last minute.
  let load: Double
  /// Why the row could not be measured.
  let failure: String?

  /// Whether the gate called it a regression.
  var isAlarm: Bool { verdict == .regression }

  /// The metric that must show the effect: a percentile if one was compared; `nil` without an effect.
  var metric: GateMetric? {
    guard let bar = effect.bar, bar.metric == .wall else { return effect.bar?.metric }
    return GateMetric.allCases.first { $0.percentile != nil && verdicts[$0.rawValue] != nil }
      ?? bar.metric
  }

  /// Whether the metric that must show the effect did.
  var isFound: Bool {
    guard let metric else { return isAlarm }
    return verdicts[metric.rawValue] == .regression
  }
}
