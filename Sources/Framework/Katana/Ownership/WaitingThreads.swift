import CProcessor
import Synchronization

/// The threads that wait for a busy store as for a lock: the heir, and a line behind it.
///
/// In its own memory, so that its writes don't take the store's cache lines from its owner.
///
/// Source: StoreOwnership, rules 11 and 12.
final class WaitingThreads: Sendable {
  /// A thread in line, and the futex on which it sleeps: 0 until the thread is the heir.
  final class Sleeper: Sendable {
    let isHeir = Futex()
  }

  private struct Line {
    var hasHeir = false
    var sleepers: [Sleeper] = []
  }

  private let line = OrderedMutex(Line())
  /// How often the heir was woken; the heir sleeps on it.
  private let heirWakes = Futex()
  private let isHeirAsleep = Atomic<Bool>(false)
  /// Whether the heir watches the word because its turn has come.
  private let isHeirWatching = Atomic<Bool>(false)
  /// When the current turn began, in nanoseconds of the processor's clock.
  private let turnBegin = Atomic<UInt64>(0)
  private let turnHolder = Atomic<UInt>(0)
  /// Whether an update took so long that a thread gave up waiting for it.
  private let isStalledFlag = Atomic<Bool>(false)
  let spinning = SpinPace()

  // MARK: Waiting

  /// Whether an update takes so long that a thread gave up waiting for it.
  var isStalled: Bool { isStalledFlag.load(ordering: .relaxed) }

  /// Records that a thread gave up waiting, or that what was queued then is being handled.
  func setStalled(_ isStalled: Bool) {
    if self.isStalled != isStalled { isStalledFlag.store(isStalled, ordering: .relaxed) }
  }

  /// Waits in line until the calling thread is the heir, or leaves the line at a deadline.
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
        // A thread that isn't in the line any more has become the heir meanwhile.
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

  /// The number of threads behind the heir.
  var lineLength: Int { line.withLock { $0.sleepers.count } }

  // MARK: The heir

  /// The argument of `sleep`, read before the heir announces itself.
  var ticket: UInt32 { heirWakes.value }

  /// Sleeps until the heir is woken, unless that has happened since the ticket, or until the time is over.
  func sleep(_ ticket: UInt32, nanoseconds: UInt64) {
    isHeirAsleep.store(true, ordering: .sequentiallyConsistent)
    heirWakes.wait(while: ticket, nanoseconds: nanoseconds)
    isHeirAsleep.store(false, ordering: .relaxed)
  }

  /// Wakes the heir if it sleeps, or keeps it from falling asleep.
  func wakeHeir() {
    heirWakes.advance()
    if isHeirAsleep.load(ordering: .sequentiallyConsistent) { heirWakes.wakeOne() }
  }

  /// How long a thread that got the store as the heir may have it before the next heir claims it.
  ///
  /// A fifth of the patience, so that five threads have their turns before one loses it; and long enough that of updates of 5 microseconds
  /// fewer than one in a hundred had to wait for a turn.
  static var turn: UInt64 { 1_000_000 }

  /// The end of the current turn.
  var turnEnd: UInt64 { turnBegin.load(ordering: .relaxed) &+ Self.turn }

  /// Whether the calling thread, which is the heir, may claim the store now: the current turn is over, or is its own.
  ///
  /// A thread that dispatches now and then finds another thread in a turn that began while it was away.
  func mayClaim(at time: UInt64) -> Bool {
    time >= turnEnd || turnHolder.load(ordering: .relaxed) == cprocessor_thread_identity()
  }

  /// Records that the heir has got the store: its turn begins, unless one is current.
  ///
  /// A thread that finds the store idle in another's turn doesn't end that turn.
  func beginTurn(at time: UInt64) {
    if time < turnEnd { return }
    turnHolder.store(cprocessor_thread_identity(), ordering: .relaxed)
    turnBegin.store(time, ordering: .relaxed)
  }

  /// Whether the heir watches the word because its turn has come.
  var isWatched: Bool { isHeirWatching.load(ordering: .sequentiallyConsistent) }

  /// Records that the heir begins or stops watching the word.
  func setWatched(_ isWatched: Bool) {
    isHeirWatching.store(isWatched, ordering: .sequentiallyConsistent)
  }
}

/// A number at an address, on which threads sleep until it changes.
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

  /// Sleeps while the number is the expected one, at most for the given time; may wake spuriously.
  func wait(while expected: UInt32, nanoseconds: UInt64) {
    unsafe cprocessor_futex_wait(UnsafeRawPointer(pointer), expected, nanoseconds)
  }

  /// Changes the number, so that no thread that has seen the old one falls asleep.
  func advance() { unsafe pointer.pointee.add(1, ordering: .sequentiallyConsistent) }

  /// Wakes the thread that has slept longest.
  func wakeOne() { unsafe cprocessor_futex_wake_one(UnsafeRawPointer(pointer)) }
}
