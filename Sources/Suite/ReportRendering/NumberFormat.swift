/// Writes numbers with a fixed count of decimals, whatever the locale.
package enum NumberFormat {
  /// Writes a number with a fixed count of decimals, rounded half away from zero.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - decimals: The number of digits after the point, 0 to 9.
  /// - Returns: For example `12.50`, and `-` for a value that is not finite.
  package static func string(_ value: Double, decimals: Int) -> String {
    precondition((0...9).contains(decimals), "decimals: \(decimals) is not in 0...9")
    guard value.isFinite else { return "-" }
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (value.magnitude * scale).rounded()
    // Beyond 2^53 a Double has no digits after the point.
    guard scaled < 9_007_199_254_740_992 else { return "\(value)" }
    let digits = UInt64(scaled)
    let divisor = UInt64(scale)
    let sign = value < 0 && digits > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(digits)" }
    let fraction = String(digits % divisor)
    let padding = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(digits / divisor).\(padding)\(fraction)"
  }

  /// How many decimals give a value of at least 1, and below 1000, three significant digits.
  fileprivate static func threeDigits(_ value: Double) -> Int {
    switch value.magnitude {
    case ..<9.995: 2
    case ..<99.95: 1
    default: 0
    }
  }

  /// Writes a share in percent: `12.5 %`, or `+12.5 %` with the sign of a change.
  package static func percent(_ share: Double, decimals: Int, isChange: Bool = false) -> String {
    (isChange && share > 0 ? "+" : "") + string(share * 100, decimals: decimals) + " %"
  }
}

/// Writes durations the way a person reads them.
package enum DurationFormat {
  private static let units: [(name: String, nanoseconds: Double)] = [
    ("ns", 1), ("us", 1e3), ("ms", 1e6), ("s", 1e9),
  ]

  /// Writes a duration with three significant digits and the largest unit that keeps it at least 1.
  ///
  /// - Parameter nanoseconds: The duration, in nanoseconds. It may be a fraction or negative.
  /// - Returns: For example `0.31 ns`, `12.4 ns`, `1.00 ms`, `86400 s`, and `-` for a value that is
  ///   not finite.
  package static func string(nanoseconds: Double) -> String {
    guard nanoseconds.isFinite else { return "-" }
    for (index, unit) in units.enumerated() {
      let value = nanoseconds / unit.nanoseconds
      // 999.6 ns would be written `1000 ns`; what counts is the value after rounding.
      if value.magnitude < 999.5 || index == units.count - 1 {
        let decimals = NumberFormat.threeDigits(value)
        return "\(NumberFormat.string(value, decimals: decimals)) \(unit.name)"
      }
    }
    return "-"
  }
}

/// Writes sizes the way a person reads them.
package enum ByteFormat {
  /// Writes a size with three significant digits and the largest decimal unit that keeps it at least 1: `48 B`, `1.23 MB`.
  package static func string(_ bytes: Double) -> String {
    guard bytes.magnitude >= 999.5 else { return NumberFormat.string(bytes, decimals: 0) + " B" }
    let units = ["kB", "MB", "GB", "TB"]
    var value = bytes / 1000
    var unit = 0
    while value.magnitude >= 999.5, unit + 1 < units.count {
      value /= 1000
      unit += 1
    }
    let decimals = NumberFormat.threeDigits(value)
    return NumberFormat.string(value, decimals: decimals) + " " + units[unit]
  }
}
