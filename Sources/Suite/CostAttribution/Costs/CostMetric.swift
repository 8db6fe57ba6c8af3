import ExactCounts

extension CostMetric {
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
