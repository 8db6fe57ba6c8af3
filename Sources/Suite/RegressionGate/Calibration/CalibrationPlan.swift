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
    case .work1, .allocations1, .time5, .time10: injected
    }
  }
}
