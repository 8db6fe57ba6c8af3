/// What a gate compares.
package enum GateMetric: String, Codable, CaseIterable, Sendable {
  /// Wall time of an operation, in nanoseconds.
  case wall
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

  /// Whether it is an exact count and not a time.
  package var isCount: Bool {
    switch self {
    case .wall, .cpu, .memory: false
    case .instructions, .allocations, .retains, .releases: true
    }
  }

  /// Whether a change of it decides about a row; the others are told beside it.
  ///
  /// A change of retains and releases that matters shows in the instructions.
  package var isGated: Bool {
    switch self {
    case .wall, .instructions, .allocations, .memory: true
    case .cpu, .retains, .releases: false
    }
  }
}
