/// Writes numbers with a fixed count of decimals, whatever the locale.
package enum NumberFormat {
  /// Writes a number with a fixed count of decimals, rounded half away from zero.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - decimals: How many digits follow the point, 0 to 9.
  /// - Returns: For example `12.50`, and `-` for a value that is not finite.
  package static func string(_ value: Double, decimals: Int) -> String {
    precondition((0...9).contains(decimals), "decimals: \(decimals) is not in 0...9")
    guard value.isFinite else { return "-" }
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (value.magnitude * scale).rounded()
    // Beyond 2^53 a Double has no digits after the point left to write.
    guard scaled < 9_007_199_254_740_992 else { return "\(value)" }
    let digits = UInt64(scaled)
    let divisor = UInt64(scale)
    let sign = value < 0 && digits > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(digits)" }
    let fraction = String(digits % divisor)
    let padding = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(digits / divisor).\(padding)\(fraction)"
  }
}
