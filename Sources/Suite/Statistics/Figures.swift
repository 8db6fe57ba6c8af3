import Glibc

extension Double {
  /// The same with five significant digits, more than can be measured.
  package var fiveDigits: Double {
    guard self != 0, isFinite else { return self }
    let digits = 4 - Int(log10(magnitude).rounded(.down))
    // Powers over 1 are exact, those below are not: divide by them instead.
    let power = pow(10, Double(abs(digits)))
    return digits >= 0 ? (self * power).rounded() / power : (self / power).rounded() * power
  }

  /// The number as text with so many decimals, at most three.
  package func text(decimals: Int) -> String {
    let power = [1.0, 10, 100, 1000][decimals]
    let units = (self * power).rounded()
    guard units.magnitude < 1e15 else { return "\(self)" }
    let (whole, rest) = Int64(units.magnitude).quotientAndRemainder(dividingBy: Int64(power))
    let sign = units < 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let fraction = String(rest)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(whole).\(zeros)\(fraction)"
  }
}
