import BenchmarkHarness
import BenchmarkResults
import Glibc
package import ProcessLaunching
import Statistics

/// Compares the wall time of one row in pairs of processes.
package struct RowTiming {
  /// The times of a row from one trial run, before it is compared.
  package struct Trial {
    package let greeting: ServedRow.Greeting
    /// The time to start a process and warm it up, in seconds.
    package let startSeconds: Double
    /// The time of a sample, in seconds.
    package let sampleSeconds: Double
    /// The share of time in which the process had a processor, at most 1: with other programs running it waits for one.
    var busyShare = 1.0

    /// The time that valgrind takes to count a row whose set-up runs twice, in seconds.
    ///
    /// Execution takes about fifty times as long under valgrind; waiting takes as long as without.
    ///
    /// - Parameter samples: The number of samples whose iterations the slope covers.
    /// - Returns: Seconds of one count.
    func countingSeconds(samples: Double) -> Double {
      (1 + 49 * busyShare) * (2 * startSeconds + 1.2 * samples * sampleSeconds)
    }
  }

  /// The approximate minimum duration of a sample.
  private static let sampleNanoseconds = 1e6

  /// The shortest sample of a percentile, in seconds: reading the clock takes 20 to 40 ns.
  private static let shortestOfTail = 1e-6
  /// The number of samples of a side that lie beyond a percentile.
  private static let samplesBeyond = 20.0

  var options: GateOptions
  /// Reads the processors' times so far.
  var processorTimes = MachineProbe.live.processorTimes

  package init(_ options: GateOptions) { self.options = options }

  /// Runs a row once at the base to learn its times.
  package func trial(of row: String, program: BenchmarkProgram) throws(ProcessFailure) -> Trial {
    let clock = ContinuousClock()
    let start = clock.now
    let earlier = Self.secondsOfChildren
    let served = try ServedRow(
      program: program,
      row: row,
      iterations: nil,
      timeout: options.timeout
    )
    let greeting = try served.greet()
    let warm = clock.now
    let samples = try served.sample(options.plan.samples)
    try served.finish()
    // The process may have been interrupted while it determined its iterations per sample; the shortest sample shows that.
    let shortest = samples.min() ?? Self.sampleNanoseconds
    let scale = shortest < Self.sampleNanoseconds / 2 ? Self.sampleNanoseconds / shortest : 1
    let busy = Self.secondsOfChildren - earlier
    return Trial(
      greeting: ServedRow.Greeting(
        iterations: Int(
          min(Double(greeting.iterations) * scale, Double(ServedRow.mostIterations))
        ),
        isConcurrent: greeting.isConcurrent
      ),
      startSeconds: (warm - start) / .seconds(1),
      sampleSeconds: scale * samples.median / 1e9,
      // Assumed fully busy if the kernel didn't report it.
      busyShare: busy > 0 ? min(1, busy / ((clock.now - start) / .seconds(1))) : 1
    )
  }

  /// The processor time of all child processes that have ended.
  private static var secondsOfChildren: Double {
    var usage = rusage()
    // SAFETY: the call only fills the given struct.
    unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Fits the plan to a budget in seconds: first fewer samples, then fewer blocks.
  ///
  /// - Returns: The fitted timing; `nil` if even the smallest plan takes longer.
  func fitted(to seconds: Double, trial: Trial) -> RowTiming? {
    var timing = self
    func first() -> Double {
      let plan = timing.options.plan
      let pair = 2 * trial.startSeconds + Double(plan.samplesOfPair) * trial.sampleSeconds
      return pair * Double(plan.codeOffsets.count * plan.firstPairs)
    }
    while first() > seconds {
      if timing.options.plan.samples > 1 {
        timing.options.plan.samples -= 1
      } else if timing.options.plan.blocks > 2 {
        timing.options.plan.blocks -= 1
      } else {
        return nil
      }
    }
    return timing
  }

  /// Plans the comparison of a percentile of a row's single operations; `nil` if all pairs would take longer than four times the limit of
  /// the first look at the wall time, or if the metric is no percentile.
  ///
  /// A sample is one operation, or as many as take a microsecond. Each pair gives the ratio of the percentiles of all its samples. They are
  /// taken in blocks in turn like wall times, so disturbances of the machine affect both sides. All pairs are taken, because a percentile
  /// scatters more than a minimum. ``TimeEvidence/base`` and ``TimeEvidence/head`` are then the medians of the pairs' percentiles.
  ///
  /// - Returns: The timing that compares them, and the number of operations in a sample.
  package func ofTail(
    _ metric: GateMetric,
    trial: Trial
  ) -> (timing: RowTiming, iterations: Int)? {
    guard let percentile = metric.percentile else { return nil }
    let operation = trial.sampleSeconds / Double(trial.greeting.iterations)
    let iterations = max(1, Int((Self.shortestOfTail / max(operation, 1e-10)).rounded(.up)))
    var timing = self
    let samples = (Self.samplesBeyond / (1 - percentile)).rounded(.up)
    timing.options.plan.samples = Int((samples / Double(options.plan.blocks)).rounded(.up))
    let plan = timing.options.plan
    let ofPair =
      2 * trial.startSeconds
      + Double(plan.samplesOfPair) * operation * Double(iterations)
    guard ofPair * Double(plan.allPairs * plan.codeOffsets.count) <= 4 * options.rowSeconds else {
      return nil
    }
    return (timing, iterations)
  }

  /// Compares a row: a first look, a second one if the first finds a change, and more while the verdict is unknown.
  func compare(
    _ pair: RowPair,
    _ metric: GateMetric = .wall,
    isConcurrent: Bool,
    isWhole: Bool = false
  ) throws(ProcessFailure) -> TimeEvidence {
    var pair = pair
    pair.measuresUsage = options.limits.measuresUsage && metric == .wall
    var pairs = 0
    return try compare(
      metric,
      isConcurrent: isConcurrent,
      isWhole: isWhole,
      hasMeans: !isConcurrent && metric == .wall,
      operations: pair.iterations
    ) { (codeOffset) throws(ProcessFailure) in
      defer { pairs += 1 }
      return try pair.warm(codeOffset, staysWithHead: !pairs.isMultiple(of: 2))
    }
  }

  /// Compares two samplers; a closure makes new ones for each pair.
  func compare<Sampler: RowSampler>(
    _ metric: GateMetric = .wall,
    isConcurrent: Bool = false,
    isWhole: Bool = false,
    hasMeans: Bool = false,
    operations: Int,
    start: (Int) throws(ProcessFailure) -> Sides<Sampler>
  ) throws(ProcessFailure) -> TimeEvidence {
    let (plan, limits) = (options.plan, options.limits)
    let before = processorTimes()
    var ratios = PairRatios(codeOffsets: plan.codeOffsets.count)
    var means = MeanRatios()
    var samples = Sides<[Double]>(base: [], head: [])
    var usage: [Sides<RowUsage>] = []
    func take(_ pairs: Range<Int>) throws(ProcessFailure) {
      for pair in pairs {
        for codeOffset in plan.codeOffsets.indices {
          let sides = try start(codeOffset)
          let outcome = try PairSampling(
            blocks: plan.blocks,
            samples: plan.samples,
            percentile: metric.percentile
          ).take(sides, startsWithHead: !(pair + codeOffset).isMultiple(of: 2))
          ratios.append(outcome.logRatio, codeOffset: codeOffset)
          means.append(outcome.meanLogRatio, least: outcome.logRatio)
          samples.base += outcome.samples.base
          samples.head += outcome.samples.head
          if let used = Sides(sides.base.usage, sides.head.usage) { usage.append(used) }
        }
      }
    }
    func evidence(isWhole: Bool) -> TimeEvidence {
      TimeEvidence(
        metric: metric,
        ratios: ratios,
        base: samples.base.median / Double(operations),
        head: samples.head.median / Double(operations),
        isConcurrent: isConcurrent,
        isWhole: isWhole,
        baseUsage: usage.isEmpty ? nil : usage.map(\.base),
        headUsage: usage.isEmpty ? nil : usage.map(\.head)
      )
    }
    try take(0..<plan.firstPairs)
    let needsAll =
      isWhole || metric.percentile != nil
      || isOpen(ratios, limit: limits.share(of: metric, isConcurrent: isConcurrent))
      || hasMeans && means.seemsGrown
    if needsAll {
      try take(plan.firstPairs..<plan.allPairs)
      var taken = plan.allPairs
      while taken < plan.lastPairs, evidence(isWhole: true).verdict(limits: limits) == .unknown {
        let next = min(3 * taken, plan.lastPairs)
        try take(taken..<next)
        taken = next
      }
    }
    var whole = evidence(isWhole: needsAll)
    if hasMeans {
      means.base = Moments(samples.base).mean / Double(operations)
      means.head = Moments(samples.head).mean / Double(operations)
      whole.means = means
    }
    if isConcurrent, let before { whole.disturbance = processorTimes()?.disturbance(since: before) }
    return whole
  }

  /// Whether a first look leaves a change open: it sees one, or can't exclude a regression.
  private func isOpen(_ ratios: PairRatios, limit: Double) -> Bool {
    let limits = options.limits
    let flag = limit * limits.wallFlag / limits.wall
    if abs(ratios.estimate ?? 0) >= log1p(flag) { return true }
    guard let interval = ratios.interval(confidence: limits.confidence) else { return true }
    return interval.upperBound >= log1p(limit)
  }
}
