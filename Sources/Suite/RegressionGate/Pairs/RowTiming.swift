import BenchmarkHarness
import BenchmarkResults
import Glibc
import ProcessLaunching

/// Compares the wall time of one row in pairs of processes.
struct RowTiming {
  /// The times of a row that was run once, before it is compared.
  struct Trial {
    let greeting: ServedRow.Greeting
    /// The time to start a process and warm it up, in seconds.
    let startSeconds: Double
    /// The time of a sample, in seconds.
    let sampleSeconds: Double
    /// The share of the time in which the process had a processor, at most 1: beside other programs it waits for one.
    var busyShare = 1.0

    /// How long valgrind takes to count a row whose set-up runs twice, in seconds: it takes about fifty times as long for what
    /// the process executes, and as long as without it for what it waits for.
    ///
    /// - Parameter samples: How many samples' iterations the slope is over.
    /// - Returns: Seconds of one count.
    func countingSeconds(samples: Double) -> Double {
      (1 + 49 * busyShare) * (2 * startSeconds + 1.2 * samples * sampleSeconds)
    }
  }

  /// How long a sample is at least, about.
  private static let sampleNanoseconds = 1e6

  let plan: PairPlan
  let limits: GateLimits
  /// How long an answer may take.
  let timeout: Duration
  /// What the processors have done so far.
  var processorTimes = MachineProbe.live.processorTimes

  /// Runs a row once at the base, to see what it takes.
  func trial(of row: String, program: BenchmarkProgram) throws(ProcessFailure) -> Trial {
    let clock = ContinuousClock()
    let start = clock.now
    let earlier = Self.secondsOfChildren
    let served = try ServedRow(program: program, row: row, iterations: nil, timeout: timeout)
    let greeting = try served.greet()
    let warm = clock.now
    let samples = try served.sample(plan.samples)
    try served.finish()
    // The process may have been interrupted just while it looked how many iterations a sample takes; what a
    // sample takes at least tells.
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
      sampleSeconds: scale * Statistics.median(of: samples) / 1e9,
      // Where the kernel hasn't said it, all of it.
      busyShare: busy > 0 ? min(1, busy / ((clock.now - start) / .seconds(1))) : 1
    )
  }

  /// The time on processors of the processes that were started here and have ended.
  private static var secondsOfChildren: Double {
    var usage = rusage()
    // SAFETY: the call fills what it is given.
    unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// Fits the plan to a budget: fewer samples, then fewer blocks.
  ///
  /// - Returns: `nil` if even the smallest plan takes longer.
  func fitted(to seconds: Double, trial: Trial) -> RowTiming? {
    var plan = plan
    func first() -> Double {
      let pair = 2 * trial.startSeconds + Double(plan.samplesOfPair) * trial.sampleSeconds
      return pair * Double(plan.codeOffsets.count * plan.firstPairs)
    }
    while first() > seconds {
      if plan.samples > 1 {
        plan.samples -= 1
      } else if plan.blocks > 2 {
        plan.blocks -= 1
      } else {
        return nil
      }
    }
    return RowTiming(
      plan: plan,
      limits: limits,
      timeout: timeout,
      processorTimes: processorTimes
    )
  }

  /// Compares a row: a first look, a second one if that finds a change, and more while it can't be told.
  func compare(
    _ row: String,
    _ metric: GateMetric = .wall,
    iterations: Int,
    base: [BenchmarkProgram],
    head: [BenchmarkProgram],
    headArguments: [String] = [],
    isConcurrent: Bool,
    isWhole: Bool = false
  ) throws(ProcessFailure) -> TimeEvidence {
    var pairs = 0
    return try compare(
      metric,
      isConcurrent: isConcurrent,
      isWhole: isWhole,
      hasMeans: !isConcurrent && metric == .wall,
      operations: iterations
    ) {
      (codeOffset) throws(ProcessFailure) -> (base: ServedRow, head: ServedRow) in
      defer { pairs += 1 }
      return try ServedRow.pair(
        of: row,
        base: base[codeOffset],
        head: head[codeOffset],
        headArguments: headArguments,
        iterations: iterations,
        staysWithHead: !pairs.isMultiple(of: 2),
        measuresUsage: limits.measuresUsage && metric == .wall,
        timeout: timeout
      )
    }
  }

  /// Compares two samplers that a closure makes anew for each pair.
  func compare<Sampler: RowSampler>(
    _ metric: GateMetric = .wall,
    isConcurrent: Bool = false,
    isWhole: Bool = false,
    hasMeans: Bool = false,
    operations: Int,
    start: (Int) throws(ProcessFailure) -> (base: Sampler, head: Sampler)
  ) throws(ProcessFailure) -> TimeEvidence {
    let before = processorTimes()
    var ratios = PairRatios(codeOffsets: plan.codeOffsets.count)
    var means = MeanRatios()
    var base: [Double] = []
    var head: [Double] = []
    var usage: (base: [RowUsage], head: [RowUsage]) = ([], [])
    func take(_ pairs: Range<Int>) throws(ProcessFailure) {
      for pair in pairs {
        for codeOffset in plan.codeOffsets.indices {
          let sides = try start(codeOffset)
          let outcome = try PairSampling(
            blocks: plan.blocks,
            samples: plan.samples,
            percentile: metric.percentile
          ).take(
            base: sides.base,
            head: sides.head,
            startsWithHead: !(pair + codeOffset).isMultiple(of: 2)
          )
          ratios.append(outcome.logRatio, codeOffset: codeOffset)
          means.append(outcome.meanLogRatio, least: outcome.logRatio)
          base += outcome.base
          head += outcome.head
          if let ofBase = sides.base.usage, let ofHead = sides.head.usage {
            usage.base.append(ofBase)
            usage.head.append(ofHead)
          }
        }
      }
    }
    func evidence(isWhole: Bool) -> TimeEvidence {
      TimeEvidence(
        metric: metric,
        ratios: ratios,
        base: Statistics.median(of: base) / Double(operations),
        head: Statistics.median(of: head) / Double(operations),
        isConcurrent: isConcurrent,
        isWhole: isWhole,
        baseUsage: usage.base.isEmpty ? nil : usage.base,
        headUsage: usage.head.isEmpty ? nil : usage.head
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
      means.base = Self.mean(base) / Double(operations)
      means.head = Self.mean(head) / Double(operations)
      whole.means = means
    }
    if isConcurrent, let before { whole.disturbance = processorTimes()?.disturbance(since: before) }
    return whole
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(values.count, 1))
  }

  /// Whether a first look leaves open that there is a change: it sees one, or can't exclude a regression.
  private func isOpen(_ ratios: PairRatios, limit: Double) -> Bool {
    let flag = limit * limits.wallFlag / limits.wall
    if abs(ratios.estimate ?? 0) >= log1p(flag) { return true }
    guard let interval = ratios.interval(confidence: limits.confidence) else { return true }
    return interval.upperBound >= log1p(limit)
  }
}
