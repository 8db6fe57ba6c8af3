extension Benchmark {
  /// How a benchmark is run.
  ///
  /// `metrics`, `timeUnits`, `units`, `warmupIterations`, `maxDuration` and `thresholds` are accepted without effect: the harness measures
  /// what it can, warms up by time, chooses the iterations of a sample, and leaves regressions to `hamon gate`.
  public struct Configuration {
    /// The metrics to measure; no effect, except a note on standard error about those that aren't measured.
    public var metrics: [BenchmarkMetric]
    /// Parameters of the benchmark, which are appended to its name.
    public var tags: [String: String]
    /// The unit of times; no effect.
    public var timeUnits: BenchmarkTimeUnits
    /// The units of other metrics; no effect.
    public var units: [BenchmarkMetric: BenchmarkUnits]
    /// How many calls warm up; no effect.
    public var warmupIterations: Int
    /// The most iterations of ``Benchmark/scaledIterations``; each of them is an operation.
    public var scalingFactor: BenchmarkScalingFactor
    /// How long to measure; no effect.
    public var maxDuration: Duration
    /// The maximum number of samples.
    ///
    /// A sample is one operation if that takes a millisecond or more, and otherwise as many as fit into a millisecond.
    public var maxIterations: Int
    /// Whether the benchmark is left out.
    public var skip: Bool
    /// Tolerances of a comparison; no effect, except a note on standard error.
    public var thresholds: [BenchmarkMetric: BenchmarkThresholds]?
    /// Runs before the benchmark's own set-up.
    public var setup: BenchmarkSetupHook?
    /// Runs after the benchmark's own teardown.
    public var teardown: BenchmarkTeardownHook?

    /// Creates a configuration; omitted values are as in ``Benchmark/defaultConfiguration``, except the hooks.
    public init(
      metrics: [BenchmarkMetric] = unsafe defaultConfiguration.metrics,
      tags: [String: String] = unsafe defaultConfiguration.tags,
      timeUnits: BenchmarkTimeUnits = unsafe defaultConfiguration.timeUnits,
      units: [BenchmarkMetric: BenchmarkUnits] = unsafe defaultConfiguration.units,
      warmupIterations: Int = unsafe defaultConfiguration.warmupIterations,
      scalingFactor: BenchmarkScalingFactor = unsafe defaultConfiguration.scalingFactor,
      maxDuration: Duration = unsafe defaultConfiguration.maxDuration,
      maxIterations: Int = unsafe defaultConfiguration.maxIterations,
      skip: Bool = unsafe defaultConfiguration.skip,
      thresholds: [BenchmarkMetric: BenchmarkThresholds]? = unsafe defaultConfiguration.thresholds,
      setup: BenchmarkSetupHook? = nil,
      teardown: BenchmarkTeardownHook? = nil
    ) {
      self.metrics = metrics
      self.tags = tags
      self.timeUnits = timeUnits
      self.units = units
      self.warmupIterations = warmupIterations
      self.scalingFactor = scalingFactor
      self.maxDuration = maxDuration
      self.maxIterations = maxIterations
      self.skip = skip
      self.thresholds = thresholds
      self.setup = setup
      self.teardown = teardown
    }

    /// The defaults of the original.
    static var initial: Configuration {
      Configuration(
        metrics: .default,
        tags: [:],
        timeUnits: .automatic,
        units: [:],
        warmupIterations: 1,
        scalingFactor: .one,
        maxDuration: .seconds(1),
        maxIterations: 10_000,
        skip: false,
        thresholds: nil
      )
    }
  }
}
