/// What is done to the head in one unit of a calibration.
package enum CalibrationEffect: String, Codable, CaseIterable, Sendable {
  /// Nothing: the head is the base, linked a second time.
  case sameCode = "same code"
  /// Functions that nobody calls are put between its object files: its code moves.
  case codeShift = "no-op code shift"
  /// It runs 1 % more iterations than it says.
  case work1 = "+1 % work"
  /// It allocates 1 % more often.
  case allocations1 = "+1 % allocations"
  /// It runs 5 % more iterations than it says; wall time only is looked at.
  case time5 = "+5 % time"
  /// It runs 10 % more iterations than it says; wall time only is looked at.
  case time10 = "+10 % time"

  /// Whether an alarm is a false one.
  package var isNull: Bool { self == .sameCode || self == .codeShift }

  /// Whether the unit is counted.
  var isCounted: Bool {
    switch self {
    case .sameCode, .codeShift, .work1, .allocations1: true
    case .time5, .time10: false
    }
  }

  /// Whether the unit is timed.
  var isTimed: Bool {
    switch self {
    case .sameCode, .codeShift, .time5, .time10: true
    case .work1, .allocations1: false
    }
  }

  /// Whether the head's code is moved: what a commit does that changes anything.
  var isShifted: Bool { self != .sameCode }

  /// The metric that has to show it, and by what rate at least.
  package var bar: (metric: GateMetric, rate: Double)? {
    switch self {
    case .sameCode, .codeShift: nil
    case .work1: (.instructions, 1)
    case .allocations1: (.allocations, 1)
    case .time5: (.wall, 0.95)
    case .time10: (.wall, 0.95)
    }
  }

  /// What a row must have to show it.
  var requirement: String {
    switch self {
    case .sameCode, .codeShift: "\(rawValue): any row will do"
    case .work1, .time5, .time10:
      "\(rawValue): a row of one thread with 1000 iterations in a sample (about 1 us each, or less)"
    case .allocations1:
      "\(rawValue): a row of one thread that allocates, with 1000 iterations in a sample "
        + "(about 1 us each, or less)"
    }
  }

  /// Says how many units were left out, and why.
  func omission(of count: Int) -> String {
    "\(count) \(count == 1 ? "unit is" : "units are") left out, as no row is fit for them: \(requirement)"
  }

  /// What the head is told.
  ///
  /// - Parameter allocations: How often an operation allocates.
  /// - Returns: The arguments, besides those of any head.
  func arguments(allocations: Double) -> [String] {
    switch self {
    case .sameCode, .codeShift: []
    case .work1: ["--inject-work", "1"]
    case .allocations1: ["--inject-allocations", "\(10 * allocations)"]
    case .time5: ["--inject-work", "5"]
    case .time10: ["--inject-work", "10"]
    }
  }
}
