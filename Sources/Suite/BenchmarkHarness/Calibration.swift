/// The search for how many iterations a sample of the wanted duration takes.
///
/// The caller runs ``iterations`` iterations and reports the time with ``record(nanoseconds:)``,
/// until the calibration is done.
struct Calibration: Equatable {
  /// More iterations than any body can run in a sample: the compiler has removed the loop.
  static let iterationLimit = 1 << 40

  /// How many iterations to run next or, when it is done, in a sample.
  private(set) var iterations: Int

  /// Whether ``iterations`` is the result.
  private(set) var isDone = false

  private let target: Double

  /// Creates a calibration that has measured nothing.
  ///
  /// - Parameters:
  ///   - targetNanoseconds: How long a sample should take; over 0.
  ///   - iterations: How many iterations to begin with, such as the result of a calibration before
  ///     the warm-up; over 0.
  init(targetNanoseconds: UInt64, startingWith iterations: Int = 1) {
    precondition(targetNanoseconds > 0, "the target duration of a sample is 0")
    precondition(iterations > 0, "a calibration can't begin with \(iterations) iterations")
    target = Double(targetNanoseconds)
    self.iterations = iterations
  }

  /// Takes note of what ``iterations`` iterations took.
  ///
  /// A short run says little, because clock and start-up have their share in it; so the result is
  /// taken from a run of at least half the target, and a shorter one multiplies the iterations by at
  /// most ten.
  ///
  /// - Throws: ``HarnessError/noMeasurableTime`` if the time doesn't grow with the iterations.
  mutating func record(nanoseconds: UInt64) throws(HarnessError) {
    precondition(!isDone, "the calibration is done")
    let elapsed = Double(max(nanoseconds, 1))
    let wanted = Double(iterations) * target / elapsed
    if elapsed >= target / 2 {
      iterations = max(1, Int(wanted.rounded()))
      isDone = true
      return
    }
    guard iterations < Self.iterationLimit else { throw .noMeasurableTime }
    iterations = max(iterations + 1, Int(min(wanted, Double(iterations) * 10)))
  }

  /// How many samples a round takes, so that a row whose one iteration is longer than a sample should
  /// be doesn't make the run long.
  static func samplesPerRound(
    wanted: Int,
    sampleNanoseconds: UInt64,
    targetNanoseconds: UInt64
  ) -> Int {
    // A sample that hits its target may still be half as long again.
    guard sampleNanoseconds > targetNanoseconds * 2 else { return wanted }
    return max(1, wanted * Int(targetNanoseconds) / Int(sampleNanoseconds))
  }
}
