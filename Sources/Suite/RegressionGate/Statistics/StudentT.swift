import Glibc

/// Student's t distribution.
enum StudentT {
  /// The value that 97.5 % of all are below, for so many degrees of freedom; at least one.
  ///
  /// Source: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 26.7.5, for more than three degrees.
  static func quantile975(_ freedom: Int) -> Double {
    switch freedom {
    case ...1: return 12.706
    case 2: return 4.303
    case 3: return 3.182
    default:
      let n = Double(freedom)
      let z = 1.959964
      let (z3, z5, z7) = (z * z * z, pow(z, 5), pow(z, 7))
      return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n)
        + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n)
    }
  }

  /// The value that 99.5 % of all are below, for so many degrees of freedom; `nil` where it isn't in the table.
  ///
  /// Source: M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, table 26.10.
  static func quantile995(_ freedom: Int) -> Double? {
    [2: 9.925, 4: 4.604, 6: 3.707, 8: 3.355][freedom]
  }
}
