import BenchmarkResults

/// Where the wall time of an operation went, in nanoseconds, as far as samples tell.
struct SampledTimes: Equatable {
  /// All of it.
  let wall: Double
  /// The time in which a function ran, or what it called of the system.
  var running: [String: Double] = [:]
  /// The time in which a function waited.
  var waiting: [String: Double] = [:]

  /// The time in which nothing ran, and nobody was seen to wait.
  var rest: Double { wall - (Array(running.values) + Array(waiting.values)).reduce(0, +) }
}

/// Where the wall time of a row went that its counts don't explain, by samples of pairs of processes.
package struct SampledDifference: Codable, Equatable, Sendable {
  /// What a function ran, or waited; or the waiting of all of them.
  package struct Part: Codable, Equatable, Sendable {
    /// The function's name; `nil` for the time in which nothing ran, of no function that is known.
    package let function: String?
    /// Whether it is the time in which it waited, and not that in which it ran.
    package let isWaiting: Bool
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
  package let lost: Int
  /// Why timers have sampled, which see less; `nil` where the kernel has.
  package let timersReason: String?

  /// The smallest part that is told, as a share of the whole.
  private static let leastShare = 0.05
  /// The share of lost samples from which on they are told.
  private static let toldLoss = 0.01

  /// Compares what the sides of at least two pairs took of an operation in each function; with one thread only, wall time
  /// without a function is waiting.
  init(
    pairs: [Sides<SampledTimes>],
    hasWaiting: Bool,
    samples: Int,
    lost: Int,
    timersReason: String? = nil
  ) {
    let total = pairs.reduce(0) { $0 + $1.head.wall - $1.base.wall } / Double(max(pairs.count, 1))
    func parts(of times: (SampledTimes) -> [String: Double], isWaiting: Bool) -> [Part] {
      let sides = pairs.map { $0.map(times) }
      return Set(sides.flatMap { Array($0.base.keys) + Array($0.head.keys) }).map { function in
        Self.part(
          function,
          isWaiting: isWaiting,
          sides.map { ($0.head[function] ?? 0) - ($0.base[function] ?? 0) }
        )
      }
    }
    var all = parts(of: \.running, isWaiting: false)
    if hasWaiting {
      all += parts(of: \.waiting, isWaiting: true)
      all.append(Self.part(nil, isWaiting: true, pairs.map { $0.head.rest - $0.base.rest }))
    }
    difference = total
    self.parts =
      all
      .filter { part in
        part.isCertain && (part.difference > 0) == (total > 0)
          && abs(part.difference) >= Self.leastShare * abs(total)
      }
      .sorted { (abs($0.difference), $1.function ?? "") > (abs($1.difference), $0.function ?? "") }
    self.samples = samples
    self.lost = lost
    self.timersReason = timersReason
  }

  private static func part(
    _ function: String?,
    isWaiting: Bool,
    _ differences: [Double]
  ) -> Part {
    let moments = SampleMoments(differences)
    return Part(
      function: function,
      isWaiting: isWaiting,
      difference: moments.mean,
      margin: differences.count < 2
        ? .infinity
        : StudentT.bound(confidence: 0.95, freedom: differences.count - 1)
          * (moments.variance / Double(differences.count)).squareRoot()
    )
  }

  /// A line for each of the three largest parts, or that nothing is certain; and what the samples can't tell.
  package var sentences: [String] { findings + limitations }

  private var limitations: [String] {
    var limitations: [String] = []
    if let timersReason {
      limitations.append("sampled by timers, which see less: \(timersReason)")
    }
    if Double(lost) > Self.toldLoss * Double(samples + lost) {
      limitations.append(
        "\(lost) of \(samples + lost) samples were lost: as much may be of any function"
      )
    }
    return limitations
  }

  private var findings: [String] {
    let total = abs(difference)
    guard !parts.isEmpty, total > 0 else {
      return ["sampled \(samples) times: no function certainly takes longer or shorter"]
    }
    return parts.prefix(3).map { part in
      let subject =
        part.function.map { part.isWaiting ? "waiting in `\($0)`" : "`\($0)`" }
        ?? "waiting, in which nothing ran,"
      // Others have got less meanwhile.
      let share =
        part.difference / difference > 1
        ? "more than all" : GateText.share(part.difference / difference)
      return "\(subject) \(GateText.signedTime(part.difference)) an operation "
        + "(+-\(GateText.time(part.margin)), 95 %), \(share) of the \(difference > 0 ? "increase" : "decrease")"
    }
  }
}
