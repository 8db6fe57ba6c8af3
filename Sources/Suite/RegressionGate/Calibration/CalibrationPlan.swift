import BenchmarkResults

/// What a calibration gates.
package enum CalibrationKind: String, Codable, CaseIterable, Sendable {
  /// Any rows, by wall time and by counts.
  case rows
  /// Rows with several threads or tasks, by wall time.
  case severalTasks = "rows with several threads or tasks"
  /// A percentile of rows' single operations, beside their wall time.
  case percentiles = "percentiles of rows"
  /// Whole commands: each is a run of a row, from the start of its process to the end.
  case commands = "whole commands"

  /// The changes that are made to the head, besides none.
  var injected: [CalibrationEffect] {
    switch self {
    case .rows: [.work1, .allocations1, .time5, .time10]
    case .severalTasks, .percentiles: [.time20]
    case .commands: [.work1, .time10]
    }
  }

  /// Whether what a unit executes and calls is counted.
  var isCounted: Bool { self == .rows || self == .commands }
}

/// The change of the head in one unit of a calibration.
package enum CalibrationEffect: String, Codable, CaseIterable, Sendable {
  /// Nothing: the head is the base, linked a second time.
  case sameCode = "same code"
  /// Functions that nobody calls are put between its object files: its code moves.
  case codeShift = "no-op code shift"
  /// It runs 1 % more iterations than it says, or as many more as are 1 % of the whole command.
  case work1 = "+1 % work"
  /// It allocates 1 % more often.
  case allocations1 = "+1 % allocations"
  /// It runs 5 % more iterations than it says; wall time only is looked at.
  case time5 = "+5 % time"
  /// It runs 10 % more iterations than it says, or as many more as are 10 % of the whole command; wall time only is looked at.
  case time10 = "+10 % time"
  /// It runs 20 % more iterations than it says, of what has a limit of 10 %.
  case time20 = "+20 % time"

  /// Whether an alarm is a false one.
  package var isNull: Bool { self == .sameCode || self == .codeShift }

  var isCounted: Bool { bar?.metric != .wall }

  var isTimed: Bool { bar?.metric.isCount != true }

  /// Whether the head's code is moved: what a commit does that changes anything.
  var isShifted: Bool { self != .sameCode }

  /// The metric that has to show it, and by what rate at least.
  package var bar: (metric: GateMetric, rate: Double)? {
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

  /// Says how many units were left out, and why.
  func omission(of count: Int) -> String {
    "\(count) \(count == 1 ? "unit is" : "units are") left out, as no row is fit for them: \(requirement)"
  }

  /// The arguments of the head.
  ///
  /// - Parameters:
  ///   - allocations: How often an operation of the row allocates.
  ///   - command: The command that the row is a part of; `nil` where the row itself is gated.
  /// - Returns: The arguments.
  func arguments(allocations: Double, in command: CalibrationCommand?) -> [String] {
    func work(_ percent: Double, of share: Double?) -> [String] {
      ["--inject-work", "\(percent / (share ?? 1))"]
    }
    return switch self {
    case .sameCode, .codeShift: []
    case .work1: work(1, of: command?.workShare)
    case .allocations1: ["--inject-allocations", "\(10 * allocations)"]
    case .time5: work(5, of: command?.timeShare)
    case .time10: work(10, of: command?.timeShare)
    case .time20: work(20, of: command?.timeShare)
    }
  }
}

/// How many units of each effect a calibration has.
package struct CalibrationPlan: Codable, Equatable, Sendable {
  /// Units of the same code.
  package var sameCode = 155
  /// Units of code that was moved only.
  package var codeShifts = 155
  /// Units of each injected effect.
  package var injected = 100
  /// How many rows they are taken from, at most.
  package var rows = 30
  /// What is gated.
  package var kind = CalibrationKind.rows

  /// Creates the plan of the published calibration.
  package init() {}

  /// The effects of all units, mixed evenly, so that what the machine does falls on all of them.
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
  /// How many iterations a sample has whose percentile is compared; `nil` where none is.
  var tailIterations: Int?
  /// The counts of an operation, as the base is counted once; `nil` where nothing is counted.
  let counts: RowCounts?
  /// The command that is gated instead; `nil` where the row is.
  var command: CalibrationCommand?

  /// Whether an effect can be put into it.
  ///
  /// One percent of a thousand iterations is ten, so that rounding stays below a twentieth of it.
  func allows(_ effect: CalibrationEffect) -> Bool {
    switch effect {
    case .sameCode, .codeShift: true
    case .work1, .time5, .time10:
      trial.greeting.iterations >= 1000 && !trial.greeting.isConcurrent
    // A fifth of it is five.
    case .time20: tailIterations ?? trial.greeting.iterations >= 25
    case .allocations1:
      counts.map { $0.allocations >= 0.5 } ?? false && trial.greeting.iterations >= 1000
        && !trial.greeting.isConcurrent
    }
  }
}
