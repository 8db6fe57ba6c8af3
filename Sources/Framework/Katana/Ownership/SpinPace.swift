import Synchronization

/// How long threads spin for a busy store before they wait for it, and how often they try meanwhile: learned from what that achieved.
///
/// Each try takes the store's cache line from its owner. One try a round lets an owner that comes back at once finish dozens of short
/// updates undisturbed. Where owners work for themselves between their updates, a round would be longer than what is left of an update.
/// So threads try at each pause while few of them have to wait then; after some hundred waits that is tried again.
struct SpinPace: ~Copyable, Sendable {
  /// The number of rounds that a thread spins.
  private let rounds = Atomic<Int>(4)
  /// Above 0 while threads try at each pause; else minus the number of counted waits until they do again.
  private let closeness = Atomic<Int>(0)
  /// When a thread last got the store by a close try, and the number of updates before it.
  private let lastTime = Atomic<UInt64>(0)
  private let lastVersion = Atomic<UInt64>(0)

  /// The number of pauses worth spinning for the store to become idle.
  var limit: Int { rounds.load(ordering: .relaxed) * Self.pausesPerRound }

  /// The number of pauses before each try: one, or a round of them.
  var step: Int { closeness.load(ordering: .relaxed) > 0 ? 1 : Self.pausesPerRound }

  /// Learns from a thread that became the owner.
  ///
  /// The new limit is twice the rounds that sufficed, so updates of one length get a stable limit.
  ///
  /// - Parameters:
  ///   - pauses: After how many pauses.
  ///   - version: The number of updates before the thread's own.
  ///   - time: The time, of the processor's clock.
  func learn(from pauses: Int, version: UInt64, at time: @autoclosure () -> UInt64) {
    let rounds = rounds.load(ordering: .relaxed)
    let needed = (pauses + Self.pausesPerRound - 1) / Self.pausesPerRound
    let next = min(max(rounds, 2 * needed + 1), Self.mostRounds)
    if next != rounds { self.rounds.store(next, ordering: .relaxed) }
    let now = closeness.load(ordering: .relaxed)
    if now > 0 {
      let time = time()
      let isSeldom =
        time &- lastTime.load(ordering: .relaxed) > Self.seldomTime
        && version &- lastVersion.load(ordering: .relaxed) > Self.seldomUpdates
      let next = isSeldom ? min(now + 1, Self.mostCloseness) : now - 1
      closeness.store(next > 0 ? next : -Self.farWaits, ordering: .relaxed)
      lastTime.store(time, ordering: .relaxed)
      lastVersion.store(version, ordering: .relaxed)
    } else if version % Self.farStride == 0 {
      // Not at each wait: threads that wait often would take this line from each other.
      closeness.store(now < 0 ? now + 1 : Self.mostCloseness, ordering: .relaxed)
    }
  }

  /// Learns from a thread that didn't become the owner: each failure takes a round off.
  func learnFromFailure() {
    let rounds = rounds.load(ordering: .relaxed)
    if rounds > 1 { self.rounds.store(rounds - 1, ordering: .relaxed) }
  }

  /// Some 0.3 microseconds.
  static var pausesPerRound: Int { 16 }
  /// About 5 microseconds, the time that it takes to sleep and to be woken.
  private static var mostRounds: Int { 16 }
  /// Few threads have to wait if there are more updates than these from one to the next, and more nanoseconds.
  private static var seldomUpdates: UInt64 { 3 }
  private static var seldomTime: UInt64 { 1500 }
  /// How many more close waits may follow each other soon than don't.
  private static var mostCloseness: Int { 16 }
  /// How many waits, of which one in `farStride` counts, come before close tries are made again.
  private static var farWaits: Int { 16 }
  static var farStride: UInt64 { 16 }
}
