import SuiteErrors

/// The parts of its subjects that a gate measures, and for how long.
package struct GateOptions: Sendable {
  /// Only rows that match this regular expression.
  package var filter: String?
  /// Whether floors and peers are compared too, and not only what is being measured.
  package var comparesAllKinds = false
  /// Whether instructions and calls are counted, with valgrind.
  package var countsRows = true
  /// Whether wall time is compared.
  package var timesRows = true
  /// Whether call stacks are sampled of rows whose wall time alone has changed.
  package var samplesStacks = true
  /// Whether rows that only one side has are fine.
  package var allowsOneSided = false
  /// How long a benchmark may take for an answer.
  package var timeout = Duration.seconds(60)
  /// How long the first look at a row may take, and how long counting it once.
  package var rowSeconds = 20.0
  /// How many rows are compared with themselves as well.
  package var controls = 4
  /// Arguments that inject work into the head, to see whether it is found.
  package var headArguments: [String] = []
  /// How rows are compared.
  package var plan = PairPlan()
  package var limits = GateLimits()

  /// Whose changes are told function by function.
  package var attribution = AttributionScope.changed
  /// Whether those functions' source lines are looked for, in another run under valgrind.
  package var findsLines = true

  /// Creates the options that were calibrated.
  package init() {}

  /// What rows have to match; `nil` for all.
  ///
  /// - Throws: `SuiteError` if it is no regular expression.
  func rowPattern() throws(SuiteError) -> Regex<AnyRegexOutput>? {
    guard let filter else { return nil }
    guard let pattern = try? Regex(filter) else { throw .invalidPattern("--filter", filter) }
    return pattern
  }

  /// What finds the functions.
  var culpritSearch: CulpritSearch { CulpritSearch(scope: attribution, findsLines: findsLines) }
}

/// The limits beyond which a gate sees a change.
///
/// The numbers are those with which `hamon calibrate` measured how often the gate is wrong; with others
/// its rates don't hold.
package struct GateLimits: Codable, Equatable, Sendable {
  /// A wall time that grows by more than this share is a regression, if it is certain enough.
  package var wall = 0.025

  /// A first look at a row that finds at least this share is followed by a second, longer one.
  package var wallFlag = 0.015

  /// How certain it has to be that a wall time has grown at all: the one-sided confidence.
  package var confidence = 0.99

  /// Where single pairs of processes scatter more than this share, the bounds of the wall time have to be on one side of
  /// the limit, or nothing is said.
  package var wallSpread = 0.03

  /// The percentile of single operations that is compared as well; none where nobody asks.
  package var percentile: GateMetric?

  /// A percentile that grows by more than this share is a regression, if it is certain enough; single pairs may scatter
  /// as much.
  package var tail = 0.1

  /// Instructions of a row with one thread that grow by more than this share are a regression.
  package var instructions = 0.005

  /// Wall time of a row with several threads or tasks that grows by more than this share is a regression:
  /// how they meet differs from process to process.
  package var concurrentWall = 0.1

  /// The share by which counts of rows with several threads or tasks may grow untold; they are never gated,
  /// because they depend on how those meet under valgrind.
  package var concurrentCounts = 0.02

  /// How often in a thousand operations such a row may allocate that never did before.
  package var concurrentCalls = 5.0

  /// Peak memory of a whole command that grows by more than this share is a regression.
  package var memory = 0.05

  /// Metrics that decide about a row as well, besides those of which the rates were measured; see
  /// ``GateMetric/isGated``.
  package var alsoGated: [GateMetric]?

  /// Creates the limits that were calibrated.
  package init() {}

  /// Reads limits; in files of before there were percentiles theirs is not, and is what it is by default.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    wall = try values.decode(Double.self, forKey: .wall)
    wallFlag = try values.decode(Double.self, forKey: .wallFlag)
    confidence = try values.decode(Double.self, forKey: .confidence)
    wallSpread = try values.decode(Double.self, forKey: .wallSpread)
    percentile = try values.decodeIfPresent(GateMetric.self, forKey: .percentile)
    tail = try values.decodeIfPresent(Double.self, forKey: .tail) ?? tail
    instructions = try values.decode(Double.self, forKey: .instructions)
    concurrentWall = try values.decode(Double.self, forKey: .concurrentWall)
    concurrentCounts = try values.decode(Double.self, forKey: .concurrentCounts)
    concurrentCalls = try values.decode(Double.self, forKey: .concurrentCalls)
    memory = try values.decode(Double.self, forKey: .memory)
    alsoGated = try values.decodeIfPresent([GateMetric].self, forKey: .alsoGated)
  }

  /// From what share on a time has changed.
  func share(of metric: GateMetric, isConcurrent: Bool) -> Double {
    let share = isConcurrent ? concurrentWall : wall
    return metric.percentile == nil ? share : max(share, tail)
  }

  /// From what share on a count of one thread has changed: calls repeat exactly; of instructions, a few depend on where
  /// the memory happens to lie.
  func share(ofCount metric: GateMetric) -> Double { metric == .instructions ? instructions : 0 }

  /// How much single pairs may scatter before the bounds decide, and not the estimate.
  func spread(of metric: GateMetric) -> Double {
    metric.percentile == nil ? wallSpread : tail
  }

  /// Whether the processes of the pairs are asked for what they take of the operating system.
  var measuresUsage: Bool { alsoGated?.contains(where: \.isOfUsage) ?? false }
}

/// How many pairs of processes a row gets, and what each pair does.
///
/// A pair is a process of the base and one of the head that live at the same time and take blocks of
/// samples in turn, ABBA, so that what the machine does falls on both.
package struct PairPlan: Codable, Equatable, Sendable {
  /// By how many bytes the code of both sides is shifted, in turn: what is only an accident of where
  /// the linker put a loop differs between code offsets and cancels in their mean.
  ///
  /// Source: T. Mytkowicz et al., Producing Wrong Data Without Doing Anything Obviously Wrong!,
  /// ASPLOS 2009.
  package var codeOffsets = [0, 16, 32, 48]

  /// How many pairs each code offset gets at the first look.
  package var firstPairs = 2

  /// How many pairs each code offset has got after the second.
  package var allPairs = 8

  /// How many pairs each code offset has got after further looks, at what can't be told by fewer.
  package var lastPairs = 24

  /// How many blocks each side of a pair takes.
  package var blocks = 6

  /// How many samples a block has; its smallest counts.
  package var samples = 3

  private enum CodingKeys: String, CodingKey {
    // Files of before have this name.
    case codeOffsets = "paddings"
    case firstPairs, allPairs, lastPairs, blocks, samples
  }

  /// Creates the plan that was calibrated.
  package init() {}

  /// The plan of a row with several threads or tasks.
  ///
  /// Where they lie, on one processor or on two, makes such a row up to twice as long, and they change every few
  /// milliseconds. So a pair takes turns more often: of the same code the ratios of pairs with 24 blocks scattered by
  /// 1 to 5 % where those of pairs with 6 did by 5 to 13 %. And there are twice as many, where it takes them.
  package var ofSeveralThreads: PairPlan {
    var plan = self
    plan.blocks *= 4
    plan.lastPairs *= 2
    return plan
  }

  /// How many samples a pair takes, of both sides.
  package var samplesOfPair: Int { 2 * blocks * samples }
}
