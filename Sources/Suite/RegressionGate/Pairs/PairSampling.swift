import BenchmarkResults
import Glibc
import ProcessLaunching

/// Takes the samples of one pair: two sides that take blocks in turn.
struct PairSampling {
  struct Outcome {
    /// The natural logarithm of head over base.
    let logRatio: Double
    /// That of what all samples of a side took together: what comes now and then is in it.
    let meanLogRatio: Double
    /// The samples, in nanoseconds.
    let samples: Sides<[Double]>
  }

  let blocks: Int
  let samples: Int
  /// The percentile that is compared, as a share of the samples; `nil` for the smallest samples of the blocks.
  var percentile: Double?

  /// Takes blocks of both sides in turn, ABBA, and compares them.
  ///
  /// - Parameters:
  ///   - sides: The two sides.
  ///   - startsWithHead: Whether the head goes first.
  /// - Returns: The median over the blocks of the log-ratio of their smallest samples, or the log-ratio of the
  ///   percentiles of all samples.
  /// - Throws: `ProcessFailure`; both sides are abandoned.
  func take(
    _ sides: Sides<some RowSampler>,
    startsWithHead: Bool
  ) throws(ProcessFailure) -> Outcome {
    var taken = Sides<[Double]>(base: [], head: [])
    var ratios: [Double] = []
    do {
      for block in 0..<blocks {
        let times = try sides.named(headFirst: block.isMultiple(of: 2) == startsWithHead) {
          (side) throws(ProcessFailure) in try side.sample(samples)
        }
        taken.base += times.base
        taken.head += times.head
        ratios.append(log((times.head.min() ?? 1) / (times.base.min() ?? 1)))
      }
      try sides.named { (side) throws(ProcessFailure) in try side.finish() }
    } catch {
      sides.base.abandon()
      sides.head.abandon()
      throw error
    }
    let totals = taken.map { max($0.reduce(0, +), 1) }
    let mean = log(totals.head / totals.base)
    guard let percentile else {
      return Outcome(
        logRatio: Statistics.median(of: ratios),
        meanLogRatio: mean,
        samples: taken
      )
    }
    let ranks = taken.map { Statistics.nearestRank(percentile, of: $0) }
    return Outcome(
      logRatio: log(ranks.head / ranks.base),
      meanLogRatio: mean,
      samples: ranks.map { [$0] }
    )
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
