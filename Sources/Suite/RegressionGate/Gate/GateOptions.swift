package import BenchmarkResults
package import ProcessLaunching
package import SuiteErrors

/// Finds what an operation of a program's row leaves in memory, by so many iterations and more.
package typealias LeakSearch =
  @Sendable (
    BenchmarkProgram, _ row: String, _ iterations: Int
  ) async throws -> RowMemory

/// What a gate measures, and for how long.
package struct GateOptions: Sendable {
  /// Limits the gate to rows that match this regular expression.
  package var filter: String?
  /// Whether to compare floors and peers too, not only measured code.
  package var comparesAllKinds = false
  /// Whether to count instructions and calls, with valgrind.
  package var countsRows = true
  /// Whether to compare wall time.
  package var timesRows = true
  /// Whether to sample call stacks of rows whose wall time changed more than their counts explain.
  package var samplesStacks = true
  /// Whether rows on one side only pass.
  package var allowsOneSided = false
  /// The time limit of a benchmark's answer.
  package var timeout = Duration.seconds(60)
  /// The time limit of the first look at a row, and of counting it once, in seconds.
  package var rowSeconds = 20.0
  /// The number of rows whose base is also compared with itself.
  package var controls = 4
  /// The plan by which rows are compared in pairs.
  package var plan = PairPlan()
  package var limits = GateLimits()

  /// The rows whose changes are reported function by function.
  package var attribution = AttributionScope.changed
  /// Whether to find source lines of those functions, in another run under valgrind.
  package var findsLines = true

  /// The search for what operations leave in memory; `nil` if that isn't gated.
  package var leaks: LeakSearch?

  /// Creates the calibrated options.
  package init() {}

  /// The pattern that rows must match; `nil` for all.
  ///
  /// - Throws: `SuiteError` if the filter is no regular expression.
  package func rowPattern() throws(SuiteError) -> Regex<AnyRegexOutput>? {
    guard let filter else { return nil }
    guard let pattern = try? Regex(filter) else { throw .invalidPattern("--filter", filter) }
    return pattern
  }

  /// The search for functions behind changes.
  var culpritSearch: CulpritSearch { CulpritSearch(scope: attribution, findsLines: findsLines) }
}

/// The limits beyond which a gate sees a change.
///
/// `lab calibrate` measured the gate's error rates with these numbers; with others the rates don't hold.
package struct GateLimits: Codable, Equatable, Sendable {
  /// The growth of wall time that is a regression, as a share, if it is certain enough.
  package var wall = 0.025

  /// The change in a first look, as a share, that triggers a second, longer look.
  package var wallFlag = 0.015

  /// The one-sided confidence required that a wall time has grown at all.
  package var confidence = 0.99

  /// The scatter of single pairs of processes, as a share, above which the wall time's bounds must lie on one side of the limit; otherwise
  /// the verdict is unknown.
  package var wallSpread = 0.03

  /// The percentile of single operations to compare too; `nil` unless requested.
  package var percentile: GateMetric?

  /// The growth of a percentile that is a regression, as a share, if it is certain enough; single pairs may scatter as much.
  package var tail = 0.1

  /// The growth of a single-threaded row's instructions that is a regression, as a share.
  package var instructions = 0.005

  /// The growth of a single-threaded row's allocations that is a regression, as a share.
  package var allocations = 0.0

  /// The growth of wall time that is a regression for a row with several threads or tasks, as a share: how they meet differs between
  /// processes.
  package var concurrentWall = 0.1

  /// The growth of counts below which rows with several threads or tasks show no change, as a share.
  ///
  /// They depend on how the threads meet under valgrind, so the gate ignores them, except first allocations; see ``concurrentCalls``.
  package var concurrentCounts = 0.02

  /// The allocations per thousand operations that a row with several threads or tasks may gain if it had none before.
  package var concurrentCalls = 5.0

  /// The growth of a whole command's peak memory that is a regression, as a share.
  package var memory = 0.05

  /// Additional metrics that decide about a row; their error rates were not measured.
  ///
  /// See ``GateMetric/isGated``.
  package var alsoGated: [GateMetric]?

  /// Creates the calibrated limits.
  package init() {}

  /// Reads limits.
  ///
  /// Files older than percentiles lack the limit `tail`, and older ones `allocations`; the defaults apply.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    wall = try values.decode(Double.self, forKey: .wall)
    wallFlag = try values.decode(Double.self, forKey: .wallFlag)
    confidence = try values.decode(Double.self, forKey: .confidence)
    wallSpread = try values.decode(Double.self, forKey: .wallSpread)
    percentile = try values.decodeIfPresent(GateMetric.self, forKey: .percentile)
    tail = try values.decodeIfPresent(Double.self, forKey: .tail) ?? tail
    instructions = try values.decode(Double.self, forKey: .instructions)
    allocations = try values.decodeIfPresent(Double.self, forKey: .allocations) ?? allocations
    concurrentWall = try values.decode(Double.self, forKey: .concurrentWall)
    concurrentCounts = try values.decode(Double.self, forKey: .concurrentCounts)
    concurrentCalls = try values.decode(Double.self, forKey: .concurrentCalls)
    memory = try values.decode(Double.self, forKey: .memory)
    alsoGated = try values.decodeIfPresent([GateMetric].self, forKey: .alsoGated)
  }

  /// The share from which a time counts as changed.
  package func share(of metric: GateMetric, isConcurrent: Bool) -> Double {
    let share = isConcurrent ? concurrentWall : wall
    return metric.percentile == nil ? share : max(share, tail)
  }

  /// The share from which a single-threaded count counts as changed.
  ///
  /// Calls repeat exactly; a few instructions depend on where memory lies.
  func share(ofCount metric: GateMetric) -> Double {
    switch metric {
    case .instructions: instructions
    case .allocations: allocations
    default: 0
    }
  }

  /// The same with a row's own limits.
  func with(_ own: RowLimit?) -> GateLimits {
    var limits = self
    if let time = own?.time {
      // The first look keeps its part of the limit.
      limits.wallFlag *= time / wall
      (limits.wall, limits.concurrentWall) = (time, time)
    }
    limits.instructions = own?.instructions ?? instructions
    limits.allocations = own?.allocations ?? allocations
    return limits
  }

  /// The scatter of single pairs above which the bounds decide, not the estimate.
  func spread(of metric: GateMetric) -> Double {
    metric.percentile == nil ? wallSpread : tail
  }

  /// Whether the processes of the pairs report their use of operating system resources.
  var measuresUsage: Bool { alsoGated?.contains(where: \.isOfUsage) ?? false }
}

/// The number of pairs of processes for a row, and the work of each pair.
///
/// A pair is a process of the base and one of the head. Both live at the same time and take blocks of samples in turn, ABBA, so that
/// disturbances of the machine affect both.
package struct PairPlan: Codable, Equatable, Sendable {
  /// The offsets in bytes by which the code of both sides is shifted, in turn.
  ///
  /// Accidents of where the linker put a loop differ between offsets and cancel in their mean.
  ///
  /// Source: T. Mytkowicz et al., Producing Wrong Data Without Doing Anything Obviously Wrong!,
  /// ASPLOS 2009.
  package var codeOffsets = [0, 16, 32, 48]

  /// The pairs per code offset in the first look.
  package var firstPairs = 2

  /// The pairs per code offset after the second look.
  package var allPairs = 8

  /// The pairs per code offset after further looks, which follow while the verdict is unknown.
  package var lastPairs = 24

  /// The blocks of each side of a pair.
  package var blocks = 6

  /// The samples of a block; its smallest counts.
  package var samples = 3

  private enum CodingKeys: String, CodingKey {
    // Older files use this name.
    case codeOffsets = "paddings"
    case firstPairs, allPairs, lastPairs, blocks, samples
  }

  /// Creates the calibrated plan.
  package init() {}

  /// The plan of a row with several threads or tasks.
  ///
  /// Such a row takes up to twice as long depending on whether its threads share a processor, which changes every few milliseconds. So a
  /// pair takes turns more often: with identical code, the ratios of pairs with 24 blocks scattered by 1 to 5 %, with 6 blocks by 5 to 13
  /// %. There are also up to twice as many pairs if needed.
  package var ofSeveralThreads: PairPlan {
    var plan = self
    plan.blocks *= 4
    plan.lastPairs *= 2
    return plan
  }

  /// The number of samples in a pair, both sides together.
  package var samplesOfPair: Int { 2 * blocks * samples }
}
