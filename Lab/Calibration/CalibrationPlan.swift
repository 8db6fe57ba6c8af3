import BenchmarkResults
import Counting
import RegressionGate

/// What a calibration gates.
enum CalibrationKind: String, Codable, CaseIterable, Sendable {
  /// Any rows, by wall time and by counts.
  case rows
  /// Rows with several threads or tasks, by wall time.
  case severalTasks = "rows with several threads or tasks"
  /// A percentile of rows' single operations, in addition to their wall time.
  case percentiles = "percentiles of rows"
  /// Whole commands: each is a run of a row, from the start of its process to the end.
  case commands = "whole commands"

  /// The changes made to the head, in addition to none.
  var injected: [CalibrationEffect] {
    switch self {
    case .rows: [.work1, .allocations1, .time5, .time10]
    case .severalTasks, .percentiles: [.time20]
    case .commands: [.work1, .time10]
    }
  }

  /// Whether a unit's instructions and calls are counted.
  var isCounted: Bool { self == .rows || self == .commands }
}

/// The change of the head in one unit of a calibration.
enum CalibrationEffect: String, Codable, CaseIterable, Sendable {
  /// None: the head is the base, linked a second time.
  case sameCode = "same code"
  /// Uncalled functions between its object files, which move its code.
  case codeShift = "no-op code shift"
  /// 1 % more iterations than it reports, or enough more for 1 % of the whole command.
  case work1 = "+1 % work"
  /// 1 % more allocations.
  case allocations1 = "+1 % allocations"
  /// 5 % more iterations than it reports; only wall time is examined.
  case time5 = "+5 % time"
  /// 10 % more iterations than it reports, or enough more for 10 % of the whole command; only wall time is examined.
  case time10 = "+10 % time"
  /// 20 % more iterations than it reports, for rows with a limit of 10 %.
  case time20 = "+20 % time"

  /// Whether any alarm is false.
  var isNull: Bool { self == .sameCode || self == .codeShift }

  var isCounted: Bool { bar?.metric != .wall }

  var isTimed: Bool { bar?.metric.isCount != true }

  /// Whether the head's code is moved, as by any commit that changes something.
  var isShifted: Bool { self != .sameCode }

  /// The metric that must show it, and the minimum rate.
  var bar: (metric: GateMetric, rate: Double)? {
    switch self {
    case .sameCode, .codeShift: nil
    case .work1: (.instructions, 1)
    case .allocations1: (.allocations, 1)
    case .time5, .time10, .time20: (.wall, 0.95)
    }
  }

  /// The property that a row must have to show it.
  var requirement: String {
    switch self {
    case .sameCode, .codeShift: "\(rawValue): any row will do"
    case .work1, .time5, .time10:
      "\(rawValue): a row of one thread with 1000 iterations in a sample (about 1 us each, or less)"
    case .time20: "\(rawValue): a row with 25 iterations in a sample"
    case .allocations1:
      "\(rawValue): a row of one thread that allocates, with 1000 iterations in a sample "
        + "(about 1 us each, or less)"
    }
  }

  /// A sentence with the number of omitted units and the reason.
  func omission(of count: Int) -> String {
    "\(count) \(count == 1 ? "unit is" : "units are") left out, as no row is fit for them: \(requirement)"
  }

  /// The variables of the head.
  ///
  /// - Parameters:
  ///   - allocations: The allocations of one operation of the row.
  ///   - command: The command that the row is a part of; `nil` if the row itself is gated.
  /// - Returns: The variables.
  func variables(allocations: Double, in command: CalibrationCommand?) -> [String: String] {
    func work(_ percent: Double, of share: Double?) -> [String: String] {
      [InjectionVariable.work.rawValue: "\(percent / (share ?? 1))"]
    }
    return switch self {
    case .sameCode, .codeShift: [:]
    case .work1: work(1, of: command?.workShare)
    case .allocations1: [InjectionVariable.allocations.rawValue: "\(10 * allocations)"]
    case .time5: work(5, of: command?.timeShare)
    case .time10: work(10, of: command?.timeShare)
    case .time20: work(20, of: command?.timeShare)
    }
  }
}

/// The number of units of each effect in a calibration.
struct CalibrationPlan: Codable, Equatable, Sendable {
  /// Units of the same code.
  var sameCode = 155
  /// Units of code that was only moved.
  var codeShifts = 155
  /// Units of each injected effect.
  var injected = 100
  /// The maximum number of rows they are taken from.
  var rows = 30
  /// What is gated.
  var kind = CalibrationKind.rows

  /// The effects of all units, mixed evenly, so that disturbances of the machine affect all of them.
  func effects() -> [CalibrationEffect] {
    var shares: [(effect: CalibrationEffect, place: Double)] = []
    for effect in CalibrationEffect.allCases {
      let count = units(of: effect)
      for index in 0..<count { shares.append((effect, (Double(index) + 0.5) / Double(count))) }
    }
    return shares.sorted { $0.place < $1.place }.map(\.effect)
  }

  func units(of effect: CalibrationEffect) -> Int {
    switch effect {
    case .sameCode: sameCode
    case .codeShift: codeShifts
    case .work1, .allocations1, .time5, .time10, .time20:
      kind.injected.contains(effect) ? injected : 0
    }
  }
}

/// A row that a calibration takes its units from.
struct CalibrationRow: Sendable {
  let executable: String
  let path: String
  let name: String
  let trial: RowTiming.Trial
  /// The iterations in a sample whose percentile is compared; `nil` without a percentile.
  var tailIterations: Int?
  /// The counts of an operation of the base, counted once; `nil` if nothing is counted.
  let counts: RowCounts?
  /// The command that is gated instead; `nil` if the row itself is.
  var command: CalibrationCommand?

  /// Whether an effect can be injected into it.
  ///
  /// One percent of a thousand iterations is ten, so the error of rounding stays below a twentieth of it.
  func allows(_ effect: CalibrationEffect) -> Bool {
    switch effect {
    case .sameCode, .codeShift: true
    case .work1, .time5, .time10:
      trial.greeting.iterations >= 1000 && !trial.greeting.isConcurrent
    // A fifth of 25 is five.
    case .time20: tailIterations ?? trial.greeting.iterations >= 25
    case .allocations1:
      counts.map { $0.allocations >= 0.5 } ?? false && trial.greeting.iterations >= 1000
        && !trial.greeting.isConcurrent
    }
  }
}
