import ProcessLaunching

/// Compares a percentile of a row's single operations, in pairs of processes.
///
/// A sample is one operation, or as many as take a microsecond, since to read the clock takes 20 to 40 ns. Each pair
/// gives the ratio of the percentiles of all its samples, which are taken in blocks in turn like those of wall
/// times: so what the machine does to one side it does to the other. All pairs are taken, as a percentile
/// scatters more than a minimum.
struct TailTiming {
  /// How many samples of a side shall be beyond the percentile.
  private static let samplesBeyond = 20.0
  /// How long a sample is at least, in seconds.
  private static let shortestSample = 1e-6

  let timing: RowTiming
  let metric: GateMetric
  /// How many operations a sample has.
  let iterations: Int

  /// Plans the comparison; `nil` where all pairs take longer than so many seconds, or the metric is no percentile.
  init?(
    _ metric: GateMetric,
    plan: PairPlan,
    limits: GateLimits,
    timeout: Duration,
    trial: RowTiming.Trial,
    seconds: Double
  ) {
    guard let percentile = metric.percentile else { return nil }
    let operation = trial.sampleSeconds / Double(trial.greeting.iterations)
    iterations = max(1, Int((Self.shortestSample / max(operation, 1e-10)).rounded(.up)))
    var plan = plan
    let samples = (Self.samplesBeyond / (1 - percentile)).rounded(.up)
    plan.samples = Int((samples / Double(plan.blocks)).rounded(.up))
    let ofPair =
      2 * trial.startSeconds
      + Double(plan.samplesOfPair) * operation * Double(iterations)
    guard ofPair * Double(plan.allPairs * plan.codeOffsets.count) <= seconds else { return nil }
    self.metric = metric
    timing = RowTiming(plan: plan, limits: limits, timeout: timeout)
  }

  /// Compares a row; ``TimeEvidence/base`` and ``TimeEvidence/head`` are the medians of the pairs' percentiles.
  func compare(
    _ row: String,
    base: [BenchmarkProgram],
    head: [BenchmarkProgram],
    headArguments: [String] = [],
    isConcurrent: Bool
  ) throws(ProcessFailure) -> TimeEvidence {
    try timing.compare(
      row,
      metric,
      iterations: iterations,
      base: base,
      head: head,
      headArguments: headArguments,
      isConcurrent: isConcurrent
    )
  }
}
