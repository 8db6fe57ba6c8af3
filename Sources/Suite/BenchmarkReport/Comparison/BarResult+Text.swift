import BenchmarkResults
import ReportRendering
import Statistics

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

  /// The counts, in a clause.
  var text: String {
    "\(held) of \(all) bars hold, \(missed) \(missed == 1 ? "is" : "are") missed, \(uncertain) can't be told here"
  }
}

extension BarResult {
  /// The measured value, with its unit.
  var measuredText: String { text(ratio) }

  /// The limit, with its unit.
  var limitText: String { text(limit) }

  /// The limit on a machine slower than the reference machine; `nil` on others.
  var scaledLimitText: String? {
    limitScale > 1 && knownKind != .ratio ? text(limit * limitScale) : nil
  }

  /// The interval of the measured value; `nil` if the value is exact, or the interval unknown.
  var intervalText: String? {
    interval.map { "\(text($0.lower * limitScale))..\(text($0.upper * limitScale))" }
  }

  /// The quantity of the measured value, or what it is compared with.
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

  /// The percentile, such as `p99`; `nil` for the median.
  private var percentileText: String? {
    percentile.map { share in
      let percent = (share * 100_000).rounded() / 1000
      return "p\(NumberFormat.string(percent, decimals: percent == percent.rounded() ? 0 : 1))"
    }
  }

  /// The row, the measured value and the limit, in a clause.
  var shortText: String {
    let limit = scaledLimitText ?? limitText
    return
      "\(row): \(measuredText), at most \(limit)\(verdict == .uncertain ? reason.map { " (\($0))" } ?? "" : "")"
  }

  /// How the promise was missed, in a sentence without a full stop.
  var missText: String { "\(row) \(predicate), more than \(boundText)" }

  /// Why it is uncertain whether the promise holds, in a sentence without a full stop.
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
    let level = NumberFormat.percent(interval.level, decimals: 1)
    return
      "\(verb) (\(intervalText) with \(level), \(interval.rounds) \(percentile == nil ? "rounds" : "groups of rounds"))"
  }

  private var boundText: String {
    guard let scaledLimitText, let slowdown else { return limitText }
    let times = NumberFormat.string(slowdown, decimals: 2)
    return
      "\(scaledLimitText) (\(limitText) on the reference machine; \(calibration ?? "it") took \(times) times as "
      + "long here)"
  }

  /// The kind, if everything needed to write its values is known.
  private var knownKind: BarKind {
    guard let kind else { return .ratio }
    return switch kind {
    case .difference, .median, .percentile, .memory: unit == nil ? .ratio : kind
    case .ratio, .exponent, .allocations: kind
    }
  }

  /// The floor of a difference, and the most it may take longer.
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
