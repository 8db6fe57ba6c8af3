import BenchmarkResults

/// A quantity that a gate compares.
package enum GateMetric: String, Codable, CaseIterable, Sendable {
  /// Wall time of an operation, in nanoseconds.
  case wall
  /// The mean wall time of an operation, in nanoseconds: includes occasional costs.
  case mean
  /// The 90th percentile of single operations' wall times, in nanoseconds.
  case p90
  /// The 99th percentile.
  case p99
  /// The 99.9th percentile.
  case p999 = "p99.9"
  /// CPU time of a whole command, in nanoseconds.
  case cpu
  /// Instructions per operation.
  case instructions
  /// Allocator calls per operation.
  case allocations
  /// Swift runtime retains per operation.
  case retains
  /// Swift runtime releases per operation.
  case releases
  /// Peak memory of a whole command, in bytes.
  case memory
  /// System calls per operation.
  case systemCalls = "system-calls"
  /// How often an operation gives up its processor to wait.
  case contextSwitches = "context-switches"
  /// The peak resident memory of a row's process, in bytes.
  case residentMemory = "resident-memory"
  /// The growth of resident memory per operation, in bytes.
  case residentGrowth = "resident-growth"
  /// What an operation leaves in memory, in bytes: leaked, or at all.
  case leaks

  /// Whether it is a wall time of an operation.
  var isTime: Bool { self == .wall || self == .mean || percentile != nil }

  /// Whether it is an exact count, not a time.
  package var isCount: Bool { Self.counts.contains(self) }

  /// The exact counts.
  static let counts = [Self.instructions, .allocations, .retains, .releases, .systemCalls]

  /// Its value in a row's counts; `nil` if it wasn't counted, or is no count.
  func count(_ counts: RowCounts) -> Double? {
    switch self {
    case .instructions: counts.instructions
    case .allocations: counts.allocations
    case .retains: counts.retains
    case .releases: counts.releases
    case .systemCalls: counts.systemCalls
    default: nil
    }
  }

  /// Whether a change of it decides about the row; other metrics are only reported.
  ///
  /// A significant change of retains and releases also shows in the instructions.
  package var isGated: Bool {
    switch self {
    case .wall, .mean, .p90, .p99, .p999, .instructions, .allocations, .memory: true
    default: false
    }
  }

  /// Whether it has to be requested from the processes of the pairs.
  package var isOfUsage: Bool {
    [.contextSwitches, .residentMemory, .residentGrowth].contains(self)
  }

  /// The metric of a percentile that a user writes in percent; `nil` if there is none.
  package init?(percentile: String) {
    self.init(rawValue: "p\(percentile)")
    guard self.percentile != nil else { return nil }
  }

  /// Its percentile as a share of the samples; `nil` for other metrics.
  package var percentile: Double? {
    switch self {
    case .p90: 0.9
    case .p99: 0.99
    case .p999: 0.999
    default: nil
    }
  }
}
