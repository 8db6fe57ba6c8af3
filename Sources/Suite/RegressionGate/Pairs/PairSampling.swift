import BenchmarkResults
import Glibc
import ProcessLaunching

/// Takes the samples of one pair: two sides that take blocks in turn.
struct PairSampling {
  /// The result of a pair.
  struct Outcome {
    /// The natural logarithm of head over base.
    let logRatio: Double
    /// That of what all samples of a side took together: what comes now and then is in it.
    let meanLogRatio: Double
    /// The samples of the base, in nanoseconds.
    let base: [Double]
    /// The samples of the head.
    let head: [Double]
  }

  let blocks: Int
  let samples: Int
  /// The percentile that is compared, as a share of the samples; `nil` for the smallest samples of the blocks.
  var percentile: Double?

  /// Takes blocks of both sides in turn, ABBA, and compares them.
  ///
  /// - Parameters:
  ///   - base: One side.
  ///   - head: The other.
  ///   - startsWithHead: Whether the head goes first.
  /// - Returns: The median over the blocks of the log-ratio of their smallest samples, or the log-ratio of the
  ///   percentiles of all samples.
  /// - Throws: `ProcessFailure`; both sides are abandoned.
  func take(
    base: some RowSampler,
    head: some RowSampler,
    startsWithHead: Bool
  ) throws(ProcessFailure) -> Outcome {
    var baseSamples: [Double] = []
    var headSamples: [Double] = []
    var ratios: [Double] = []
    do {
      for block in 0..<blocks {
        let headFirst = block.isMultiple(of: 2) == startsWithHead
        let baseBlock: [Double]
        let headBlock: [Double]
        if headFirst {
          headBlock = try Self.on(.head) { () throws(ProcessFailure) in try head.sample(samples) }
          baseBlock = try Self.on(.base) { () throws(ProcessFailure) in try base.sample(samples) }
        } else {
          baseBlock = try Self.on(.base) { () throws(ProcessFailure) in try base.sample(samples) }
          headBlock = try Self.on(.head) { () throws(ProcessFailure) in try head.sample(samples) }
        }
        baseSamples += baseBlock
        headSamples += headBlock
        ratios.append(log((headBlock.min() ?? 1) / (baseBlock.min() ?? 1)))
      }
      try Self.on(.base) { () throws(ProcessFailure) in try base.finish() }
      try Self.on(.head) { () throws(ProcessFailure) in try head.finish() }
    } catch {
      base.abandon()
      head.abandon()
      throw error
    }
    func total(_ samples: [Double]) -> Double { max(samples.reduce(0, +), 1) }
    let mean = log(total(headSamples) / total(baseSamples))
    if let percentile {
      let (base, head) = (
        Statistics.nearestRank(percentile, of: baseSamples),
        Statistics.nearestRank(percentile, of: headSamples)
      )
      return Outcome(logRatio: log(head / base), meanLogRatio: mean, base: [base], head: [head])
    }
    return Outcome(
      logRatio: Statistics.median(of: ratios),
      meanLogRatio: mean,
      base: baseSamples,
      head: headSamples
    )
  }

  /// Waits until both sides of a pair are warm; they warm up at the same time.
  ///
  /// - Throws: `ProcessFailure`, which names the side.
  static func warmUp(base: some ServingSampler, head: some ServingSampler) throws(ProcessFailure) {
    try on(.base) { () throws(ProcessFailure) in try base.warmUp() }
    try on(.head) { () throws(ProcessFailure) in try head.warmUp() }
  }

  /// Names the side in what a body throws.
  static func on<Result>(
    _ side: GateSide,
    _ body: () throws(ProcessFailure) -> Result
  ) throws(ProcessFailure) -> Result {
    do {
      return try body()
    } catch {
      throw ProcessFailure("\(side.rawValue): \(error)")
    }
  }
}

/// One side of a pair: something that takes samples when asked.
protocol RowSampler: AnyObject {
  /// Takes samples.
  ///
  /// - Returns: The wall time of each, in nanoseconds.
  /// - Throws: `ProcessFailure`.
  func sample(_ count: Int) throws(ProcessFailure) -> [Double]

  /// Checks the answer and ends.
  func finish() throws(ProcessFailure)

  /// Ends without a word, after an error on either side.
  func abandon()

  /// What the samples took of the operating system, once it has finished; `nil` where that isn't known.
  var usage: RowUsage? { get }
}

/// One side of a pair that is a process, which serves whoever asks it for samples.
protocol ServingSampler: RowSampler {
  /// The number of the process.
  var processNumber: Int32 { get }

  /// Waits until it can take samples.
  func warmUp() throws(ProcessFailure)
}

/// A whole command as one side of a pair: a sample is one run from its start to its end.
final class CommandSampler: RowSampler {
  private let command: WholeCommand
  /// The CPU time of each run, in nanoseconds.
  private(set) var cpu: [Double] = []

  init(
    _ command: String,
    directory: String,
    environment: [String: String] = [:],
    timeout: Duration
  ) {
    self.command = WholeCommand(
      ["/bin/sh", "-c", command],
      directory: directory,
      // Scripts walk up along it, so it shall be as deep on both sides.
      environment: RepeatableHashing.variables().merging(environment) { $1 }
        .merging(["PWD": directory]) { $1 },
      timeout: timeout
    )
  }

  /// Runs come and go: what they take is no property of a row's process.
  var usage: RowUsage? { nil }

  /// The most memory that a run had, in bytes.
  var peakMemory: Int { command.peakMemory }

  func sample(_ count: Int) throws(ProcessFailure) -> [Double] {
    var times: [Double] = []
    for _ in 0..<count {
      let start = ContinuousClock.now
      try command.run()
      times.append((ContinuousClock.now - start) / .nanoseconds(1))
      cpu.append(command.lastCPU)
    }
    return times
  }

  func finish() throws(ProcessFailure) {}

  func abandon() {}
}
