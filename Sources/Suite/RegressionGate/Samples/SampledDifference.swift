import Glibc

/// Where the wall time of a row went that its counts don't explain, by samples of pairs of processes.
package struct SampledDifference: Codable, Equatable, Sendable {
  /// A function, or the waiting of all of them.
  package struct Part: Codable, Equatable, Sendable {
    /// The function's name; `nil` for the time in which nothing ran.
    package let function: String?
    /// How much longer an operation is in it at the head, in nanoseconds: the mean over the pairs.
    package let difference: Double
    /// Half the width of the interval that has the difference with a confidence of 95 %.
    package let margin: Double

    /// Whether the interval has only differences of one sign.
    var isCertain: Bool { abs(difference) > margin }
  }

  /// How much longer an operation takes at the head, in nanoseconds.
  package let difference: Double
  /// The functions that certainly take longer, or shorter where the row got faster; the largest part first.
  package let parts: [Part]
  /// How many samples there are of both sides.
  package let samples: Int
  /// How many were lost.
  package let lost: Int

  /// The smallest part that is told, as a share of the whole.
  private static let leastShare = 0.05

  /// Compares what a pair's sides took in each function.
  ///
  /// - Parameters:
  ///   - pairs: For each pair the times of an operation in each function; at least two pairs.
  ///   - walls: The wall times of an operation, of as many pairs.
  ///   - hasWaiting: Whether wall time without a function is waiting: with one thread only.
  ///   - samples: How many samples there are of both sides.
  ///   - lost: How many were lost.
  init(
    pairs: [(base: [String: Double], head: [String: Double])],
    walls: [(base: Double, head: Double)],
    hasWaiting: Bool,
    samples: Int,
    lost: Int
  ) {
    let total = walls.reduce(0) { $0 + $1.head - $1.base } / Double(max(walls.count, 1))
    let functions = Set(pairs.flatMap { Array($0.base.keys) + Array($0.head.keys) })
    var parts = functions.map { function in
      Self.part(function, pairs.map { ($0.head[function] ?? 0) - ($0.base[function] ?? 0) })
    }
    if hasWaiting {
      func waiting(_ wall: Double, _ times: [String: Double]) -> Double {
        wall - times.values.reduce(0, +)
      }
      parts.append(
        Self.part(
          nil,
          zip(pairs, walls).map { pair, wall in
            waiting(wall.head, pair.head) - waiting(wall.base, pair.base)
          }
        )
      )
    }
    difference = total
    self.parts =
      parts
      .filter { part in
        part.isCertain && (part.difference > 0) == (total > 0)
          && abs(part.difference) >= Self.leastShare * abs(total)
      }
      .sorted { (abs($0.difference), $1.function ?? "") > (abs($1.difference), $0.function ?? "") }
    self.samples = samples
    self.lost = lost
  }

  private static func part(_ function: String?, _ differences: [Double]) -> Part {
    let count = Double(differences.count)
    let mean = differences.reduce(0, +) / max(count, 1)
    let variance =
      differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / max(count - 1, 1)
    let error = (variance / max(count, 1)).squareRoot()
    return Part(
      function: function,
      difference: mean,
      margin: differences.count < 2
        ? .infinity : StudentT.quantile975(differences.count - 1) * error
    )
  }

  /// A line for each of the three largest parts, or that nothing is certain.
  package var sentences: [String] {
    let total = abs(difference)
    guard !parts.isEmpty, total > 0 else {
      return ["sampled \(samples) times: no function certainly takes longer or shorter"]
    }
    return parts.prefix(3).map { part in
      let subject = part.function.map { "`\($0)`" } ?? "waiting, in which nothing ran,"
      let share = GateText.share(part.difference / difference)
      return "\(subject) \(GateText.signedTime(part.difference)) an operation "
        + "(+-\(GateText.time(part.margin)), 95 %), \(share) of the \(difference > 0 ? "increase" : "decrease")"
    }
  }
}

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
}
