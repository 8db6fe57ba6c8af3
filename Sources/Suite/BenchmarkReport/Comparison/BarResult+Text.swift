import BenchmarkResults
import ReportRendering

extension BarVerdict {
  /// The answer to whether the bar holds.
  var text: String {
    switch self {
    case .held: "yes"
    case .missed: "NO"
    case .uncertain: "can't be told"
    }
  }
}

/// How many bars have each verdict.
struct BarCounts: Equatable {
  let all: Int
  let held: Int
  let missed: Int
  let uncertain: Int

  init(_ bars: [BarResult]) {
    all = bars.count
    held = bars.count { $0.verdict == .held }
    missed = bars.count { $0.verdict == .missed }
    uncertain = bars.count { $0.verdict == .uncertain }
  }

  /// All of it in a clause.
  var text: String {
    "\(held) of \(all) bars hold, \(missed) \(missed == 1 ? "is" : "are") missed, \(uncertain) can't be told here"
  }
}

extension BarResult {
  /// The measured value, with its unit.
  var measuredText: String { text(ratio) }

  /// The limit, with its unit.
  var limitText: String { text(limit) }

  /// The limit where the machine is slower than the reference machine; `nil` where it isn't.
  var scaledLimitText: String? {
    limitScale > 1 && knownKind != .ratio ? text(limit * limitScale) : nil
  }

  /// Where the measured value lies; `nil` where it is exact, or nobody knows.
  var intervalText: String? {
    interval.map { "\(text($0.lower * limitScale))..\(text($0.upper * limitScale))" }
  }

  /// The quantity of the measured value, or that which it is compared with.
  var subjectText: String {
    switch knownKind {
    case .difference: "longer than \(floor)"
    case .median: "the median"
    case .percentile: percentileText ?? "a percentile"
    case .memory: "memory"
    case .ratio: percentileText.map { "\($0) of \(comparedWith)" } ?? comparedWith
    case .exponent, .allocations: comparedWith
    }
  }

  /// The percentile, such as `p99`; `nil` where it is the median.
  private var percentileText: String? {
    percentile.map { share in
      let percent = (share * 100_000).rounded() / 1000
      return "p\(NumberFormat.string(percent, decimals: percent == percent.rounded() ? 0 : 1))"
    }
  }

  /// The row, what was measured and the limit, in a clause.
  var shortText: String {
    let limit = scaledLimitText ?? limitText
    return
      "\(row): \(measuredText), at most \(limit)\(verdict == .uncertain ? reason.map { " (\($0))" } ?? "" : "")"
  }

  /// Says how the promise was missed, in a sentence without a point.
  var missText: String { "\(row) \(predicate), more than \(boundText)" }

  /// Says why it can't be told whether the promise holds, in a sentence without a point.
  var uncertainText: String {
    "\(row) \(predicate), where \(boundText) is the limit\(reason.map { ": \($0)" } ?? "")"
  }

  private var predicate: String {
    let verb =
      switch knownKind {
      case .ratio:
        "takes \(measuredText) \(comparedWith)" + (percentileText.map { " at \($0) of both" } ?? "")
      case .difference: "takes \(measuredText) longer than \(floor)"
      case .median: "takes \(measuredText) in the median"
      case .percentile: "takes \(measuredText) at \(percentileText ?? "a percentile")"
      case .memory: "holds \(measuredText)"
      case .exponent: "has \(measuredText) as \(comparedWith)"
      case .allocations: "has \(measuredText) \(comparedWith)"
      }
    guard let interval, let intervalText else { return verb }
    let level = NumberFormat.string(interval.level * 100, decimals: 1)
    return
      "\(verb) (\(intervalText) with \(level) %, \(interval.rounds) \(percentile == nil ? "rounds" : "groups of rounds"))"
  }

  private var boundText: String {
    guard let scaledLimitText, let slowdown else { return limitText }
    let times = NumberFormat.string(slowdown, decimals: 2)
    return
      "\(scaledLimitText) (\(limitText) on the reference machine; \(calibration ?? "it") took \(times) times as "
      + "long here)"
  }

  /// The kind, where all that it takes to write its values is known.
  private var knownKind: BarKind {
    guard let kind else { return .ratio }
    return switch kind {
    case .difference, .median, .percentile, .memory: unit == nil ? .ratio : kind
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
    case .difference, .median, .percentile: DurationFormat.string(nanoseconds: value * (unit ?? 1))
    case .memory: NumberFormat.string(value * (unit ?? 1), decimals: 0) + " bytes"
    case .exponent, .allocations: NumberFormat.string(value, decimals: 2)
    }
  }
}
