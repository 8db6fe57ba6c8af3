import ExactCounts

/// A quantity whose difference is told function by function.
package enum CostMetric: String, Codable, CaseIterable, Sendable {
  /// Machine instructions.
  case instructions
  /// Calls of the allocator.
  case allocations
  /// Retains of the Swift runtime.
  case retains
  /// Releases of the Swift runtime.
  case releases

  /// The calls that it counts; `nil` for instructions.
  var call: CountedCall? {
    switch self {
    case .instructions: nil
    case .allocations: .allocation
    case .retains: .retain
    case .releases: .release
    }
  }

  /// A metric's value for each function or call.
  struct Amounts: Equatable, Sendable {
    private var values = [Double](repeating: 0, count: CostMetric.allCases.count)

    subscript(metric: CostMetric) -> Double {
      get { values[metric.index] }
      set { values[metric.index] = newValue }
    }
  }

  private var index: Int {
    switch self {
    case .instructions: 0
    case .allocations: 1
    case .retains: 2
    case .releases: 3
    }
  }
}
