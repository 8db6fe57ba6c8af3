import BenchmarkResults
import ReportRendering

extension BarResult {
  /// What was measured, with its unit.
  var measuredText: String { text(ratio) }

  /// What was promised at most, with its unit.
  var limitText: String { text(limit) }

  /// What the measured value is of, or is compared with.
  var subjectText: String {
    switch knownKind {
    case .difference: "longer than \(floor)"
    case .median: "the median"
    case .memory: "memory"
    case .ratio, .exponent, .allocations: comparedWith
    }
  }

  /// Says how the promise was missed, in a sentence without a point.
  var missText: String {
    let verb =
      switch knownKind {
      case .ratio: "takes \(measuredText) \(comparedWith)"
      case .difference: "takes \(measuredText) longer than \(floor)"
      case .median: "takes \(measuredText) in the median"
      case .memory: "holds \(measuredText)"
      case .exponent: "has \(measuredText) as \(comparedWith)"
      case .allocations: "has \(measuredText) \(comparedWith)"
      }
    return "\(row) \(verb), more than \(limitText)"
  }

  /// The kind, where all that it takes to write its values is known.
  private var knownKind: BarKind {
    guard let kind else { return .ratio }
    return switch kind {
    case .difference, .median, .memory: unit == nil ? .ratio : kind
    case .ratio, .exponent, .allocations: kind
    }
  }

  /// The floor of a difference: what it was compared with is that and the most it may take longer.
  private var floor: String {
    let parts = comparedWith.split(separator: " + ", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts.dropLast().joined(separator: " + ") : comparedWith
  }

  private func text(_ value: Double) -> String {
    switch knownKind {
    case .ratio: SuiteResult.ratio(value)
    case .difference, .median: DurationFormat.string(nanoseconds: value * (unit ?? 1))
    case .memory: NumberFormat.string(value * (unit ?? 1), decimals: 0) + " bytes"
    case .exponent, .allocations: NumberFormat.string(value, decimals: 2)
    }
  }
}
