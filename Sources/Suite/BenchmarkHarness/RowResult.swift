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
  public private(set) var wall: Distribution

  /// The CPU time of an operation.
  public private(set) var cpu: Distribution

  /// The comparison with each floor of the same run, by wall time.
  public private(set) var ratios: [RatioResult]

  /// The wall time of each sample, in nanoseconds, in the order they were taken; none where they were
  /// left out.
  public private(set) var wallSamples: [UInt64]

  /// The CPU time of each sample, in nanoseconds, in the order they were taken; none where they were
  /// left out.
  public private(set) var cpuSamples: [UInt64]

  /// How many bytes the body says it holds in memory; `nil` if it says nothing.
  public let memory: Int?

  /// What an operation executes and calls; `nil` where that was not counted.
  public var counts: RowCounts?

  /// Whether the row had settled when its warm-up ended; `nil` where it had too few samples to tell, and
  /// in files of before this was asked.
  public var isSteady: Bool?

  /// How many samples were left out of the file; `nil` where they are in it.
  public private(set) var omittedSamples: Int?

  /// How many samples were taken.
  public var sampleCount: Int { omittedSamples ?? wallSamples.count }

  /// The same without the single samples, which take most of a file's room; the distributions stay, with
  /// five digits.
  public func omittingSamples() -> RowResult {
    var row = self
    row.omittedSamples = sampleCount
    row.wallSamples = []
    row.cpuSamples = []
    row.wall = wall.rounded()
    row.cpu = cpu.rounded()
    row.ratios = ratios.map { $0.rounded() }
    return row
  }
}
