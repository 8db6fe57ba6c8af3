import Glibc
import ProcessLaunching

/// Takes the samples of one pair: two sides that take blocks in turn.
struct PairSampling {
  /// What a pair gave.
  struct Outcome {
    /// The natural logarithm of head over base.
    let logRatio: Double
    /// The samples of the base, in nanoseconds.
    let base: [Double]
    /// The samples of the head.
    let head: [Double]
  }

  let blocks: Int
  let samples: Int

  /// Takes blocks of both sides in turn, ABBA, and compares them block by block.
  ///
  /// - Parameters:
  ///   - base: One side.
  ///   - head: The other.
  ///   - startsWithHead: Whether the head goes first.
  /// - Returns: The median over the blocks of the log-ratio of their smallest samples.
  /// - Throws: ``ProcessFailure``; both sides are abandoned.
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
    return Outcome(logRatio: PairRatios.median(ratios), base: baseSamples, head: headSamples)
  }

  private static func on<Result>(
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
