package struct RowResult: Codable, Equatable, Sendable {
  /// The full name, such as `dispatch/producers=2`.
  package let name: String

  /// The name of the benchmark, such as `dispatch`.
  package let benchmark: String

  /// The parameters of the row, in order.
  package let parameters: [BenchmarkParameter]

  /// The role of the row in a comparison.
  package let kind: BenchmarkKind

  /// How many threads the body kept busy.
  package let threads: Int

  /// Whose CPU time ``cpu`` and ``cpuSamples`` are.
  package let cpuClock: CPUClock

  /// How many iterations each sample ran.
  package let iterationsPerSample: Int

  /// How many samples each round took.
  package let samplesPerRound: Int

  /// The wall time of an operation.
  package private(set) var wall: Distribution

  /// The CPU time of an operation.
  package private(set) var cpu: Distribution

  /// The comparison with each floor of the same run, by wall time.
  package private(set) var ratios: [RatioResult]

  /// The wall time of each sample, in nanoseconds, in order; empty if left out.
  package private(set) var wallSamples: [UInt64]

  /// The CPU time of each sample, in nanoseconds, in order; empty if left out.
  package private(set) var cpuSamples: [UInt64]

  /// The bytes in memory that the body reports; `nil` if it reports none.
  package let memory: Int?

  /// The counts of an operation; `nil` if it was not counted.
  package var counts: RowCounts?

  /// What an operation leaves in memory; `nil` if that was not looked for, and in older files.
  package var leaves: RowMemory?

  /// The use of the operating system by an operation; `nil` in older files.
  package private(set) var usage: RowUsage?

  /// Whether the row had settled when its warm-up ended; `nil` with too few samples to tell, and in older files.
  package var isSteady: Bool?

  /// The number of samples left out of the file; `nil` if it has them.
  package private(set) var omittedSamples: Int?

  package init(
    name: String,
    benchmark: String,
    parameters: [BenchmarkParameter],
    kind: BenchmarkKind,
    threads: Int,
    cpuClock: CPUClock,
    iterationsPerSample: Int,
    samplesPerRound: Int,
    wall: Distribution,
    cpu: Distribution,
    ratios: [RatioResult],
    wallSamples: [UInt64],
    cpuSamples: [UInt64],
    memory: Int?,
    counts: RowCounts? = nil,
    usage: RowUsage? = nil,
    isSteady: Bool? = nil
  ) {
    self.name = name
    self.benchmark = benchmark
    self.parameters = parameters
    self.kind = kind
    self.threads = threads
    self.cpuClock = cpuClock
    self.iterationsPerSample = iterationsPerSample
    self.samplesPerRound = samplesPerRound
    self.wall = wall
    self.cpu = cpu
    self.ratios = ratios
    self.wallSamples = wallSamples
    self.cpuSamples = cpuSamples
    self.memory = memory
    self.counts = counts
    self.usage = usage
    self.isSteady = isSteady
  }

  /// How many samples were taken.
  package var sampleCount: Int { omittedSamples ?? wallSamples.count }

  /// The same without the single samples, which take most of a file's room; the distributions stay, with five digits.
  package func omittingSamples() -> RowResult {
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

/// Whose CPU time was measured.
package enum CPUClock: String, Codable, Sendable {
  /// Of the thread that ran the body.
  case thread
  /// Of all threads of the process, for bodies that suspend or use several threads.
  case process
  /// Of the processes that the body has started and waited for.
  case children

  /// Whether several threads or tasks of its row may run at a time: only the clock of the process covers their CPU time.
  package var isConcurrent: Bool { self == .process }
}

/// Exact counts of an operation, taken under valgrind: instructions, and calls of runtime and allocator.
///
/// Units: per operation, from the slope between two numbers of iterations, which excludes the start of the program.
package struct RowCounts: Codable, Equatable, Sendable {
  /// Machine instructions, of all threads.
  package var instructions: Double
  /// Calls of `malloc`, `calloc`, `realloc`, `posix_memalign`, `aligned_alloc` and `memalign`.
  package var allocations: Double
  /// Objects that the Swift runtime allocated.
  package var objects: Double
  /// Retains of the Swift runtime.
  package var retains: Double
  /// Releases of the Swift runtime.
  package var releases: Double
  /// Bytes requested from the allocator; `nil` if not counted.
  package var bytes: Double?
  /// Blocks returned to the allocator; fewer than ``allocations`` if memory is kept.
  package var frees: Double?
  /// Calls of the kernel, of all threads; `nil` in older files.
  package var systemCalls: Double?
  /// The difference of iterations between the two runs.
  package var iterations: Int

  package init(
    instructions: Double,
    allocations: Double,
    objects: Double,
    retains: Double,
    releases: Double,
    bytes: Double? = nil,
    frees: Double? = nil,
    systemCalls: Double? = nil,
    iterations: Int
  ) {
    self.instructions = instructions
    self.allocations = allocations
    self.objects = objects
    self.retains = retains
    self.releases = releases
    self.bytes = bytes
    self.frees = frees
    self.systemCalls = systemCalls
    self.iterations = iterations
  }
}

/// A row that could not be measured, or gave a wrong answer.
package struct RowFailure: Codable, Equatable, Sendable {
  /// The full name of the row.
  package let row: String

  package let message: String

  package init(row: String, message: String) {
    self.row = row
    self.message = message
  }
}
