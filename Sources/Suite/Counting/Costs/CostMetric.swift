/// A quantity whose difference is reported function by function.
package enum CostMetric: String, Codable, CaseIterable, Sendable {
  case instructions
  /// Allocator calls.
  case allocations
  /// Swift runtime retains.
  case retains
  /// Swift runtime releases.
  case releases

  /// The metric that counts a call; `nil` for other calls, and for those that a row's counts leave out: by LTTng, within the allocator, and
  /// for a new thread.
  init?(counting call: CallGraph.Call) {
    guard !call.caller.object.hasPrefix(CallgrindProfile.tracer) else { return nil }
    let callee = String(CallgrindSymbol.withoutMark(call.callee.symbol[...]))
    if CountedFunctions.allocations.contains(callee) {
      let caller = String(CallgrindSymbol.withoutMark(call.caller.symbol[...]))
      guard !CallgrindProfile.allocatesUncounted(caller) else { return nil }
      self = .allocations
    } else if CountedFunctions.retains.contains(callee) {
      self = .retains
    } else if CountedFunctions.releases.contains(callee) {
      self = .releases
    } else {
      return nil
    }
  }
}

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
