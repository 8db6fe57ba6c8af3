/// What was measured of one benchmark.
public struct RowResult: Codable, Equatable, Sendable {
  /// The full name, such as `dispatch/producers=2`.
  public let name: String

  /// The name of the benchmark, such as `dispatch`.
  public let benchmark: String

  /// What the benchmark was given, in order.
  public let parameters: [BenchmarkParameter]

  /// What the row is in a comparison.
  public let kind: BenchmarkKind

  /// How many threads the body kept busy.
  public let threads: Int

  /// Whose CPU time ``cpu`` and ``cpuSamples`` are.
  public let cpuClock: CPUClock

  /// How many iterations each sample ran.
  public let iterationsPerSample: Int

  /// How many samples each round took.
  public let samplesPerRound: Int

  /// The wall time of an operation.
  public let wall: Distribution

  /// The CPU time of an operation.
  public let cpu: Distribution

  /// The comparison with each floor of the same run, by wall time.
  public let ratios: [RatioResult]

  /// The wall time of each sample, in nanoseconds, in the order they were taken.
  public let wallSamples: [UInt64]

  /// The CPU time of each sample, in nanoseconds, in the order they were taken.
  public let cpuSamples: [UInt64]

  /// How many bytes the body says it holds in memory; `nil` if it says nothing.
  public let memory: Int?

  /// What an operation executes and calls; `nil` where that was not counted.
  public var counts: RowCounts?

  /// How many samples were taken.
  public var sampleCount: Int { wallSamples.count }
}
