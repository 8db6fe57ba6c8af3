import CMachine
import Glibc
import SampleFiles

/// The threads that have stopped running, and the stacks of longer waits.
///
/// The kernel reports to users when a thread stops, but not where. So the stack of a thread that hasn't gone on by the next round is read
/// from outside. It counts only once the records of a later round show that the thread hasn't moved meanwhile.
struct WaitingThreads {
  /// The maximum of stacks in a round, which must not last until the rings are full.
  private static let budget = 64

  private struct Look {
    let time: UInt64
    let addresses: [UInt64]
    let wait: SampledWait
    let round: Int
  }

  private struct Thread {
    var process: Int32
    /// When it last stopped, or went on.
    var time: UInt64 = 0
    var isAway = false
    var look: Look?
  }

  private var threads: [Int32: Thread] = [:]
  /// Stopped threads whose stack hasn't been read.
  private var unseen: Set<Int32> = []
  private var pending: Set<Int32> = []
  /// The processes whose first thread has ended.
  private var headless: Set<Int32> = []
  private var reading = StackReading()
  private var round = 0
  private(set) var code = AddressSpaces()
  /// How many stacks could not be read, or had moved.
  private(set) var missed = 0

  /// The event number of samples of waiting.
  let event: UInt64
  /// How long a thread waits before its stack is read, in nanoseconds.
  private let patience: UInt64

  init(event: UInt64, _ looks: LookPace) {
    self.event = event
    patience = looks.patience
  }

  /// Takes a record of the kernel; returns the sample that it confirms, if any.
  mutating func note(_ record: PerfRecord) -> [UInt8]? {
    switch record.kind {
    case .exit: noteExit(record.child.process, record.child.thread)
    case .switched: return noteSwitch(record)
    default: _ = code.take(record)
    }
    return nil
  }

  /// Adds a piece of code that a process had already mapped.
  mutating func add(_ mapping: SampledMapping) { _ = code.take(mapping) }

  /// Adds a thread that existed already, and may be waiting.
  mutating func add(thread: Int32, process: Int32, time: UInt64) {
    threads[thread] = Thread(process: process, time: time, isAway: true)
    unseen.insert(thread)
  }

  private mutating func noteExit(_ process: Int32, _ thread: Int32) {
    threads[thread] = nil
    unseen.remove(thread)
    pending.remove(thread)
    // The first thread of a process may end before the others, which go on in the same code.
    if process == thread { headless.insert(process) }
    guard headless.contains(process), !threads.values.contains(where: { $0.process == process })
    else { return }
    headless.remove(process)
    code.forget(process)
  }

  private mutating func noteSwitch(_ record: PerfRecord) -> [UInt8]? {
    let (id, time) = (record.thread, record.time)
    var thread = threads[id] ?? Thread(process: record.process)
    // The rings of two processors are not ordered relative to each other.
    guard time > thread.time else { return nil }
    var proven: [UInt8]?
    if let look = thread.look, thread.isAway {
      if look.time < time { proven = sample(look, thread: id, thread) } else { missed += 1 }
    }
    thread.process = record.process
    thread.time = time
    thread.look = nil
    thread.isAway = record.leaves
    threads[id] = thread
    pending.remove(id)
    if record.leaves && !record.leavesReady { unseen.insert(id) } else { unseen.remove(id) }
    return proven
  }

  /// Ends a round, after all rings were emptied.
  ///
  /// - Parameter unwinder: Finds the callers of threads that wait.
  /// - Returns: The samples that it confirms.
  mutating func endRound(_ unwinder: inout Unwinder) -> [[UInt8]] {
    defer { round += 1 }
    var proven: [[UInt8]] = []
    for id in pending {
      guard let thread = threads[id], let look = thread.look else { continue }
      // Read before the rings of this round were emptied, which have nothing newer of the thread.
      proven.append(sample(look, thread: id, thread))
      threads[id]?.look = nil
    }
    pending = []
    let now = MonotonicClock.now
    for id in unseen.prefix(4 * Self.budget) where pending.count < Self.budget {
      guard let thread = threads[id], now > thread.time &+ patience else { continue }
      unseen.remove(id)
      let addresses = reading.addresses(
        ofThread: id,
        process: thread.process,
        in: code,
        &unwinder
      )
      guard let addresses else {
        missed += 1
        continue
      }
      threads[id]?.look = Look(
        time: MonotonicClock.now,
        addresses: addresses,
        wait: reading.wait,
        round: round
      )
      pending.insert(id)
    }
    return proven
  }

  private func sample(_ look: Look, thread id: Int32, _ thread: Thread) -> [UInt8] {
    let origin = RecordOrigin(process: thread.process, thread: id, time: look.time, event: event)
    return Self.sample(origin, look.addresses, look.wait)
  }

  /// The record of a waiting thread, with the addresses of its stack from the innermost, and what it waits at.
  static func sample(
    _ origin: RecordOrigin,
    _ addresses: [UInt64],
    _ wait: SampledWait
  ) -> [UInt8] {
    var record = RecordBuilder(.sample, miscellaneous: PerfRecord.Bits.userMode)
    record.append(origin.event, addresses.first ?? 0)
    record.append(origin.process, origin.thread, origin.time)
    // The processor and the period; the user's mark is an address too.
    record.append(UInt64(0), UInt64(1), UInt64(addresses.count + 1), PerfRecord.userMark)
    for address in addresses { record.append(address) }
    wait.append(to: &record)
    return record.finished()
  }
}

/// The clock of the kernel's records, and of LTTng's.
package enum MonotonicClock {
  /// In nanoseconds.
  package static var now: UInt64 { time(of: CLOCK_MONOTONIC) }

  /// Added to its times, gives times since the Unix epoch, in nanoseconds, as the two clocks stand now.
  static var epoch: Int64 {
    // A delay between the two readings is shared by both sides.
    let before = now
    let sinceEpoch = time(of: CLOCK_REALTIME)
    return Int64(sinceEpoch) - Int64(before + (now - before) / 2)
  }

  /// The length of the kernel's ticks, in nanoseconds; `nil` if unknown.
  static var tick: UInt64? {
    var tick = timespec()
    // SAFETY: the structure outlives the call.
    let isKnown = unsafe clock_getres(CLOCK_MONOTONIC_COARSE, &tick) == 0 && tick.tv_sec == 0
    return isKnown ? UInt64(tick.tv_nsec) : nil
  }

  private static func time(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    // SAFETY: the structure outlives the call.
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
