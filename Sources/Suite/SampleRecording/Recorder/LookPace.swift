package import SampleFiles

/// How often a recording looks at threads, and how long a thread waits before its stack is read.
///
/// Each look is a round that also empties the rings.
package struct LookPace: Sendable, Equatable {
  /// The time between two looks, in microseconds; below a second.
  let microseconds: UInt32
  /// How long a thread waits before its stack is read, in nanoseconds.
  let patience: UInt64

  /// The factor from the duration of a look to the time until the next one, so that all looks take 2 % of a processor.
  private static let share: UInt64 = 50
  /// The longest time between two looks, in microseconds: rings fill up.
  private static let longest: UInt64 = 10_000

  package init(_ engine: SamplingEngine, isClose: Bool) {
    self =
      switch (engine, isClose) {
      // Only looks show when threads wait: the end and the beginning of each wait are accurate to the time between two.
      case (.timers, false): LookPace(microseconds: 2000, patience: 0)
      case (.timers, true): LookPace(microseconds: 1000, patience: 0)
      // For programs that run long: rings fill up more often than threads are looked at, and short waits have no stack.
      case (_, false): LookPace(microseconds: 5000, patience: 1_000_000)
      // For runs of a second or two: the chance that a wait has a stack is its length divided by the time between two looks.
      case (_, true): LookPace(microseconds: 250, patience: 0)
      }
  }

  private init(microseconds: UInt32, patience: UInt64) {
    self.microseconds = microseconds
    self.patience = patience
  }

  package var nanoseconds: UInt64 { UInt64(microseconds) * 1000 }

  /// The pace after a look of some duration: slower if there are many threads.
  ///
  /// - Parameter duration: The duration of the look, in nanoseconds.
  /// - Returns: The same, or a slower one.
  func slowed(by duration: UInt64) -> LookPace {
    let least = UInt32(clamping: min(duration / 1000 * Self.share, Self.longest))
    return LookPace(microseconds: max(microseconds, least), patience: patience)
  }
}
