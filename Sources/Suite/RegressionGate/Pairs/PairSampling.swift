import BenchmarkResults
import Glibc
package import ProcessLaunching
import Statistics

/// Takes the samples of one pair: its two sides take blocks in turn.
struct PairSampling {
  struct Outcome {
    /// The natural logarithm of head over base.
    let logRatio: Double
    /// The log-ratio of the total times of all samples, which includes occasional costs.
    let meanLogRatio: Double
    /// The samples, in nanoseconds.
    let samples: Sides<[Double]>
  }

  let blocks: Int
  let samples: Int
  /// The percentile to compare, as a share of the samples; `nil` to compare the smallest samples of the blocks.
  var percentile: Double?

  /// Takes blocks of both sides in turn, ABBA, and compares them.
  ///
  /// - Parameters:
  ///   - sides: The two sides.
  ///   - startsWithHead: Whether the head goes first.
  /// - Returns: The median over the blocks of the log-ratio of their smallest samples, or the log-ratio of the percentiles of all samples.
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
        logRatio: ratios.median,
        meanLogRatio: mean,
        samples: taken
      )
    }
    let ranks = taken.map { $0.nearestRank(percentile) }
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

  /// Ends immediately, after an error on either side.
  func abandon()

  /// The operating system resources that the samples used, once finished; `nil` if unknown.
  var usage: RowUsage? { get }
}

/// One side of a pair that is a process and serves samples on request.
protocol ServingSampler: RowSampler {
  var processNumber: Int32 { get }

  /// Waits until the process can take samples.
  func warmUp() throws(ProcessFailure)
}

/// A whole command as one side of a pair: a sample is one run from its start to its end.
package final class CommandSampler: RowSampler {
  private let command: WholeCommand
  /// The CPU time of each run, in nanoseconds.
  private(set) var cpu: [Double] = []

  package init(
    _ command: String,
    directory: String,
    environment: [String: String] = [:],
    timeout: Duration
  ) {
    self.command = WholeCommand(
      ["/bin/sh", "-c", command],
      directory: directory,
      // Scripts walk up along it, so it has the same depth on both sides.
      environment: RepeatableHashing.variables().merging(environment) { $1 }
        .merging(["PWD": directory]) { $1 },
      timeout: timeout
    )
  }

  /// Each sample is a process of its own, so there is no use of one serving process to report.
  var usage: RowUsage? { nil }

  /// The peak memory of any run, in bytes.
  var peakMemory: Int { command.peakMemory }

  package func sample(_ count: Int) throws(ProcessFailure) -> [Double] {
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
