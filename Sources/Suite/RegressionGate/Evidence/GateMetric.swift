import BenchmarkResults

/// A quantity that a gate compares.
package enum GateMetric: String, Codable, CaseIterable, Sendable {
  /// Wall time of an operation, in nanoseconds.
  case wall
  /// The mean wall time of an operation, in nanoseconds: with what comes once in many operations.
  case mean
  /// The 90th percentile of single operations' wall times, in nanoseconds.
  case p90
  /// The 99th percentile.
  case p99
  /// The 99.9th percentile.
  case p999 = "p99.9"
  /// CPU time of a whole command, in nanoseconds.
  case cpu
  /// Instructions of an operation.
  case instructions
  /// Calls of the allocator, of an operation.
  case allocations
  /// Retains of the Swift runtime, of an operation.
  case retains
  /// Releases of the Swift runtime, of an operation.
  case releases
  /// Peak memory of a whole command, in bytes.
  case memory
  /// Calls of the kernel, of an operation.
  case systemCalls = "system-calls"
  /// How often an operation gives its processor up to wait.
  case contextSwitches = "context-switches"
  /// The most memory that is resident in a process of a row, in bytes.
  case residentMemory = "resident-memory"
  /// By how many bytes an operation lets resident memory grow.
  case residentGrowth = "resident-growth"

  /// Whether it is a wall time of an operation.
  var isTime: Bool { self == .wall || self == .mean || percentile != nil }

  /// Whether it is an exact count and not a time.
  package var isCount: Bool { Self.counts.contains(self) }

  /// Those that are exact counts.
  static let counts = [Self.instructions, .allocations, .retains, .releases, .systemCalls]

  /// It among counts; `nil` where it wasn't counted, or is none.
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

  /// Whether a change of it decides about a row; the others are told beside it.
  ///
  /// A change of retains and releases that matters shows in the instructions.
  package var isGated: Bool {
    switch self {
    case .wall, .mean, .p90, .p99, .p999, .instructions, .allocations, .memory: true
    default: false
    }
  }

  /// Whether the processes of the pairs have to be asked for it.
  package var isOfUsage: Bool {
    [.contextSwitches, .residentMemory, .residentGrowth].contains(self)
  }

  /// The metric of a percentile that a user writes in percent; `nil` if there is none of it.
  package init?(percentile: String) {
    self.init(rawValue: "p\(percentile)")
    guard self.percentile != nil else { return nil }
  }

  /// The percentile that it is, as a share of the samples; `nil` of all others.
  package var percentile: Double? {
    switch self {
    case .p90: 0.9
    case .p99: 0.99
    case .p999: 0.999
    default: nil
    }
  }
}
