import Statistics

/// The wall time of an operation by function, in nanoseconds, estimated from samples.
struct SampledTimes: Equatable {
  /// The whole wall time.
  let wall: Double
  /// The time in which a function ran, including system calls.
  var running: [String: Double] = [:]
  /// The time in which a function waited.
  var waiting: [String: Double] = [:]

  /// The time in which nothing ran and no thread was seen waiting.
  var rest: Double { wall - (Array(running.values) + Array(waiting.values)).reduce(0, +) }
}

/// The part of a row's wall time that its counts don't explain, by function, from samples of pairs of processes.
package struct SampledDifference: Codable, Equatable, Sendable {
  /// The running or waiting time of a function; or waiting time of no known function.
  package struct Part: Codable, Equatable, Sendable {
    /// The function's name; `nil` for the time in which nothing ran and no function is known.
    package let function: String?
    /// Whether this is waiting time, not running time.
    package let isWaiting: Bool
    /// The added time of an operation in it at the head, in nanoseconds: the mean over the pairs.
    package let difference: Double
    /// Half the width of the 95 % confidence interval of the difference.
    package let margin: Double

    /// Whether the interval excludes zero.
    var isCertain: Bool { abs(difference) > margin }
  }

  /// The added time of an operation at the head, in nanoseconds.
  package let difference: Double
  /// The functions that certainly take longer, or shorter if the row got faster; the largest part first.
  package let parts: [Part]
  /// The number of samples of both sides.
  package let samples: Int
  package let lost: Int
  /// Why timers sampled, which see less; `nil` if the kernel did.
  package let timersReason: String?

  /// The smallest part to report, as a share of the whole.
  private static let leastShare = 0.05
  /// The share of lost samples above which the loss is reported.
  private static let toldLoss = 0.01

  /// Compares the time that both sides spent in each function, over at least two pairs.
  ///
  /// With one thread only (`hasWaiting`), wall time outside functions is waiting.
  init(
    pairs: [Sides<SampledTimes>],
    hasWaiting: Bool,
    samples: Int,
    lost: Int,
    timersReason: String? = nil
  ) {
    let total = pairs.reduce(0) { $0 + $1.map(\.wall).difference } / Double(max(pairs.count, 1))
    func parts(of times: (SampledTimes) -> [String: Double], isWaiting: Bool) -> [Part] {
      let sides = pairs.map { $0.map(times) }
      return Set(sides.flatMap { Array($0.base.keys) + Array($0.head.keys) }).map { function in
        Self.part(
          function,
          isWaiting: isWaiting,
          sides.map { $0.map { $0[function] ?? 0 }.difference }
        )
      }
    }
    var all = parts(of: \.running, isWaiting: false)
    if hasWaiting {
      all += parts(of: \.waiting, isWaiting: true)
      all.append(Self.part(nil, isWaiting: true, pairs.map { $0.map(\.rest).difference }))
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
    let moments = Moments(differences)
    return Part(
      function: function,
      isWaiting: isWaiting,
      difference: moments.mean,
      margin: moments.margin(confidence: 0.95)
    )
  }

  /// A line for each of the three largest parts, or that nothing is certain; then the limitations of the samples.
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
      // More than all is possible: other parts shrank meanwhile.
      let share =
        part.difference / difference > 1
        ? "more than all" : GateText.share(part.difference / difference)
      return "\(subject) \(GateText.signedTime(part.difference)) an operation "
        + "(+-\(GateText.time(part.margin)), 95 %), \(share) of the \(difference > 0 ? "increase" : "decrease")"
    }
  }
}
