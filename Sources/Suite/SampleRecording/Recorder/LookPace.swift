package import SampleFiles

/// How often a recording looks at threads, and for how long one waits before its stack is read.
///
/// Looks are rounds in which the rings are emptied as well.
package struct LookPace: Sendable, Equatable {
  /// The time between two looks, in microseconds; below a second.
  let microseconds: UInt32
  /// How long a thread waits before its stack is read, in nanoseconds.
  let patience: UInt64

  /// How many times as long as a look the time to the next one is, so that all take 2 % of a processor.
  private static let share: UInt64 = 50
  /// The longest time between two looks, in microseconds: rings fill up.
  private static let longest: UInt64 = 10_000

  package init(_ engine: SamplingEngine, isClose: Bool) {
    self =
      switch (engine, isClose) {
      // Only looks tell when threads wait: the end and the beginning of each wait are known up to the time between two.
      case (.timers, false): LookPace(microseconds: 2000, patience: 0)
      case (.timers, true): LookPace(microseconds: 1000, patience: 0)
      // For programs that run for long: threads are looked at less often than rings are full, and short waits have no stack.
      case (_, false): LookPace(microseconds: 5000, patience: 1_000_000)
      // For a second or two: a wait has a stack as often as its time is part of the time between two looks.
      case (_, true): LookPace(microseconds: 250, patience: 0)
      }
  }

  private init(microseconds: UInt32, patience: UInt64) {
    self.microseconds = microseconds
    self.patience = patience
  }

  package var nanoseconds: UInt64 { UInt64(microseconds) * 1000 }

  /// The pace after a look that took so long: less often, where there are many threads.
  ///
  /// - Parameter duration: How long the look took, in nanoseconds.
  /// - Returns: The same, or a slower one.
  func slowed(by duration: UInt64) -> LookPace {
    let least = UInt32(clamping: min(duration / 1000 * Self.share, Self.longest))
    return LookPace(microseconds: max(microseconds, least), patience: patience)
  }
}
