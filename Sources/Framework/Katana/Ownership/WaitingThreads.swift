import CProcessor
import Synchronization

/// The threads that wait for a busy store as for a lock: the heir, and behind it a line.
///
/// In memory of its own, so that what they write doesn't take the store's cache lines from its owner.
///
/// Source: StoreOwnership, rules 11 and 12.
final class WaitingThreads: Sendable {
  /// A thread in line, and the place where it sleeps: 0 there until it is the heir.
  final class Sleeper: Sendable {
    let isHeir = Futex()
  }

  private struct Line {
    var hasHeir = false
    var sleepers: [Sleeper] = []
  }

  private let line = OrderedMutex(Line())
  /// How often the heir was woken; where it sleeps.
  private let heirWakes = Futex()
  private let isHeirAsleep = Atomic<Bool>(false)
  /// Whether the heir watches the word because its turn has come.
  private let isHeirWatching = Atomic<Bool>(false)
  /// When the turn began that runs, in nanoseconds of the processor's clock.
  private let turnBegin = Atomic<UInt64>(0)
  /// The thread whose turn it is.
  private let turnHolder = Atomic<UInt>(0)
  /// Whether an update took so long that waiting for it was given up.
  private let isStalledFlag = Atomic<Bool>(false)
  /// For how many rounds a thread tries before it waits.
  private let spinLimit = Atomic<Int>(4)

  // MARK: Spinning

  /// For how many rounds it is worth looking whether the store becomes idle.
  var spinRounds: Int { spinLimit.load(ordering: .relaxed) }

  /// Learns from a thread that became the owner in some round, or in none.
  ///
  /// Twice the round that sufficed, so that updates of one length are met with one limit; a round less
  /// each time that it was in vain.
  func learn(from round: Int?) {
    let limit = spinLimit.load(ordering: .relaxed)
    let next =
      if let round { min(max(limit, 2 * round + 1), Self.mostSpinRounds) } else {
        max(limit - 1, 1)
      }
    if next != limit { spinLimit.store(next, ordering: .relaxed) }
  }

  /// Some 5 microseconds, which is what it takes to sleep and to be woken.
  private static var mostSpinRounds: Int { 16 }

  // MARK: Waiting

  /// Whether an update takes so long that waiting for it was given up.
  var isStalled: Bool { isStalledFlag.load(ordering: .relaxed) }

  /// Notes that waiting was given up, or that what was queued then is seen to.
  func setStalled(_ isStalled: Bool) {
    if self.isStalled != isStalled { isStalledFlag.store(isStalled, ordering: .relaxed) }
  }

  /// Waits in line until the calling thread is the heir, or leaves the line at some time.
  ///
  /// - Parameter deadline: The time, of the processor's clock.
  /// - Returns: Whether it is the heir.
  func becomeHeir(by deadline: UInt64) -> Bool {
    let sleeper = line.withLock { line -> Sleeper? in
      guard line.hasHeir else {
        line.hasHeir = true
        return nil
      }
      let sleeper = Sleeper()
      line.sleepers.append(sleeper)
      return sleeper
    }
    guard let sleeper else { return true }
    while sleeper.isHeir.value == 0 {
      let time = cprocessor_time()
      if time >= deadline {
        // Whoever isn't found there has become the heir meanwhile.
        return line.withLock { line in
          guard let place = line.sleepers.firstIndex(where: { $0 === sleeper }) else { return true }
          line.sleepers.remove(at: place)
          return false
        }
      }
      sleeper.isHeir.wait(while: 0, nanoseconds: deadline &- time)
    }
    return true
  }

  /// Makes the next in line the heir; called by the heir.
  func leaveInheritance() {
    let next = line.withLock { line in
      let next = line.sleepers.isEmpty ? nil : line.sleepers.removeFirst()
      line.hasHeir = next != nil
      return next
    }
    if let next {
      next.isHeir.advance()
      next.isHeir.wakeOne()
    }
  }

  /// How many threads stand behind the heir.
  var lineLength: Int { line.withLock { $0.sleepers.count } }

  // MARK: The heir

  /// What `sleep` is given, read before the heir announces itself.
  var ticket: UInt32 { heirWakes.value }

  /// Sleeps until the heir is woken, unless that has been since the ticket, or until the time is over.
  func sleep(_ ticket: UInt32, nanoseconds: UInt64) {
    isHeirAsleep.store(true, ordering: .sequentiallyConsistent)
    heirWakes.wait(while: ticket, nanoseconds: nanoseconds)
    isHeirAsleep.store(false, ordering: .relaxed)
  }

  /// Wakes the heir, if there is one and it sleeps, or lets it not fall asleep.
  func wakeHeir() {
    heirWakes.advance()
    if isHeirAsleep.load(ordering: .sequentiallyConsistent) { heirWakes.wakeOne() }
  }

  /// How long a thread that got the store as the heir may have it before the next heir claims it.
  ///
  /// A fifth of the patience, so that five threads have their turns before one loses it; and long enough that
  /// of updates of 5 microseconds fewer than one in a hundred had to wait for a turn.
  static var turn: UInt64 { 1_000_000 }

  /// When the turn is over that runs.
  var turnEnd: UInt64 { turnBegin.load(ordering: .relaxed) &+ Self.turn }

  /// Whether the calling thread, which is the heir, may claim the store now: because the turn that runs is over,
  /// or is its own.
  ///
  /// One that dispatches now and then finds another in its turn that came while it was away.
  func mayClaim(at time: UInt64) -> Bool {
    time >= turnEnd || turnHolder.load(ordering: .relaxed) == cprocessor_thread_identity()
  }

  /// Notes that the heir has got the store: its turn begins, unless one runs.
  ///
  /// A thread that finds the store idle in another's turn doesn't end that.
  func beginTurn(at time: UInt64) {
    if time < turnEnd { return }
    turnHolder.store(cprocessor_thread_identity(), ordering: .relaxed)
    turnBegin.store(time, ordering: .relaxed)
  }

  /// Whether the heir watches the word because its turn has come.
  var isWatched: Bool { isHeirWatching.load(ordering: .sequentiallyConsistent) }

  /// Notes that the heir begins to watch the word, or ends it.
  func setWatched(_ isWatched: Bool) {
    isHeirWatching.store(isWatched, ordering: .sequentiallyConsistent)
  }
}

/// A number at an address at which threads sleep until it changes.
///
/// Source: futex(2).
// SAFETY: the pointer belongs to this value alone, and what it points to is an atomic.
@safe
struct Futex: ~Copyable, Sendable {
  private nonisolated(unsafe) let pointer: UnsafeMutablePointer<Atomic<UInt32>>

  init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: Atomic(0))
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }

  var value: UInt32 { unsafe pointer.pointee.load(ordering: .sequentiallyConsistent) }

  /// Sleeps while the number is this one, at most so long; may return for no reason.
  func wait(while expected: UInt32, nanoseconds: UInt64) {
    unsafe cprocessor_futex_wait(UnsafeRawPointer(pointer), expected, nanoseconds)
  }

  /// Changes the number, so that nobody falls asleep who has seen it before.
  func advance() { unsafe pointer.pointee.add(1, ordering: .sequentiallyConsistent) }

  /// Wakes the thread that sleeps longest.
  func wakeOne() { unsafe cprocessor_futex_wake_one(UnsafeRawPointer(pointer)) }
}
