import Glibc
import ObjectFiles
import ProcessLaunching
import SampleFiles

/// The times in which threads ran, were ready and waited, as looks from outside find them: for programs whose thread switches the kernel
/// doesn't report.
///
/// 1. For each thread the kernel counts how long it ran, how long it was ready, and how often it went on (proc(5), `schedstat`). So the
///    times between two looks are exact, up to a tick of the kernel, and their order is unknown.
/// 2. The counter of a running thread lags. The next look has what is missing, so sums over longer times are right.
/// 3. The stack of a waiting thread counts if the thread hasn't gone on between the looks before and after its copy.
struct PolledThreads {
  /// The maximum of stacks in a round, which must not last until the rings are full.
  private static let budget = 16
  /// For how many threads the files stay open.
  private static let openFiles = 200
  /// How many looks must fail before a thread that hasn't reported its end counts as gone, or its stack as unreadable.
  private static let patience = 3

  private struct Thread {
    let process: Int32
    var account: Account
    /// Whether the kernel's first counts of it are still to come.
    var isFresh: Bool
    /// The wait whose stack was read, by the count of going on before it, and how often reading failed.
    var seen: UInt64?
    var misses = 0
    var name = ""
    var failures = 0
    var counters: Int32 = -1
    var call: Int32 = -1
  }

  private var threads: [Int32: Thread] = [:]
  private var kept = 0
  private var reading = StackReading()
  private var text = [UInt8](repeating: 0, count: 256)
  /// How many stacks of waiting threads were taken, and how many could not be read or had moved.
  private(set) var waits = 0
  private(set) var missed = 0

  /// The event number of samples of waiting.
  let event: UInt64

  init(event: UInt64) { self.event = event }

  /// The records of a thread of this process that was there before: its beginning, its name, and the kernel's counts so far.
  static func records(ofPresent origin: RecordOrigin) -> [[UInt8]] {
    let folder = "/proc/self/task/\(origin.thread)"
    var beginning = RecordBuilder(.fork)
    beginning.append(origin.process, origin.process, origin.thread, origin.thread, origin.time)
    beginning.append(origin)
    let name = LoadedCode.record(ofName: ProcessFile.name(folder) ?? "", origin)
    let text = ProcessFile.text("\(folder)/schedstat") ?? ""
    let counts = counts(ArraySlice(text.utf8)) ?? Counts()
    var statistics = RecordBuilder()
    statistics.append(TimerRings.statistics, UInt32(0))
    statistics.append(counts.running, counts.ready, counts.slices)
    // After the record that follows from the first: what a thread does begins then.
    var later = origin
    later.time += 2
    statistics.append(later)
    return [beginning.finished(), name, statistics.finished()]
  }

  /// Takes a record of a program; returns the records that follow from it.
  mutating func note(_ record: PerfRecord) -> [[UInt8]] {
    switch record.kind {
    case .fork:
      let child = record.child
      // One that was there before names itself as its creator.
      let isFresh = record.parent.thread == child.thread
      return add(child.thread, child.process, at: record.time, isFresh: isFresh)
    case .command:
      let named = record.named
      var made: [[UInt8]] = []
      if record.isExecution {
        // All other threads of the process are gone.
        for (id, thread) in threads where thread.process == named.process && id != named.thread {
          made.append(end(id, thread.process, at: record.time))
        }
        made += add(named.thread, named.process, at: record.time, isFresh: true)
      }
      threads[named.thread]?.name = named.name
      return made
    case .exit:
      remove(record.child.thread)
    case nil where record.bytes.word(record.start) == TimerRings.statistics:
      let counts = Counts(running: record.long(0), ready: record.long(8), slices: record.long(16))
      let id = record.thread
      guard var thread = threads[id] else { return [] }
      defer { threads[id] = thread }
      if thread.isFresh {
        thread.isFresh = false
        thread.account = Account(time: record.time, counts: counts)
        return []
      }
      let look = Look(time: record.time, counts: counts, isWaiting: false, isExact: true)
      return changes(of: &thread, id, look)
    default: break
    }
    return []
  }

  private mutating func add(
    _ id: Int32,
    _ process: Int32,
    at time: UInt64,
    isFresh: Bool
  ) -> [[UInt8]] {
    // One that had the number before.
    remove(id)
    threads[id] = Thread(
      process: process,
      account: Account(time: time + 1),
      isFresh: isFresh
    )
    return [Self.record(.running, process, id, time + 1)]
  }

  private mutating func remove(_ id: Int32) {
    guard let thread = threads.removeValue(forKey: id) else { return }
    for file in [thread.counters, thread.call] where file >= 0 {
      Glibc.close(file)
      kept -= 1
    }
  }

  private func changes(of thread: inout Thread, _ id: Int32, _ look: Look) -> [[UInt8]] {
    thread.account.take(look).map { Self.record($0.state, thread.process, id, $0.time) }
  }

  /// Looks at all threads.
  ///
  /// - Parameters:
  ///   - code: Where they have code.
  ///   - unwinder: Finds their callers.
  /// - Returns: The records of what was seen.
  mutating func poll(_ code: AddressSpaces, _ unwinder: inout Unwinder) -> [[UInt8]] {
    var made: [[UInt8]] = []
    var looks = 0
    for id in Array(threads.keys) {
      guard var thread = threads[id], !thread.isFresh else { continue }
      openFiles(of: &thread, id)
      guard let counts = counts(thread, id) else {
        thread.failures += 1
        threads[id] = thread
        if thread.failures >= Self.patience {
          made.append(end(id, thread.process, at: MonotonicClock.now))
        }
        continue
      }
      // If the kernel doesn't say, a thread waits as long as nothing is counted.
      let isWaiting =
        isWaiting(thread, id)
        ?? (counts.slices == thread.account.slices && counts.running == thread.account.running)
      let look = Look(time: MonotonicClock.now, counts: counts, isWaiting: isWaiting)
      made += changes(of: &thread, id, look)
      // If the counts fill the time up to now, the wait shows only from the next look on.
      if isWaiting, thread.account.state == .waiting, thread.seen != counts.slices,
        looks < Self.budget
      {
        looks += 1
        let addresses = reading.addresses(
          ofThread: id,
          process: thread.process,
          in: code,
          &unwinder
        )
        let after = self.counts(thread, id)
        if let addresses, after?.slices == counts.slices {
          (thread.seen, thread.misses) = (counts.slices, 0)
          waits += 1
          let origin = RecordOrigin(process: thread.process, thread: id, event: event)
          made.append(WaitingThreads.sample(origin, addresses, reading.wait))
        } else {
          // It may have been about to wait; then it is still there at the next look.
          thread.misses += 1
          if thread.misses == Self.patience {
            (thread.seen, thread.misses) = (counts.slices, 0)
            missed += 1
          }
        }
      }
      threads[id] = thread
    }
    return made
  }

  /// The last names of the threads that still live.
  func names() -> [[UInt8]] {
    threads.compactMap { id, thread in
      guard let name = ProcessFile.name("/proc/\(thread.process)/task/\(id)"),
        name != thread.name
      else { return nil }
      return LoadedCode.record(
        ofName: name,
        RecordOrigin(process: thread.process, thread: id, event: event)
      )
    }
  }

  mutating func close() { for id in Array(threads.keys) { remove(id) } }

  private mutating func end(_ id: Int32, _ process: Int32, at time: UInt64) -> [UInt8] {
    remove(id)
    var record = RecordBuilder(.exit)
    record.append(process, process, id, id, time)
    record.append(RecordOrigin(process: process, thread: id, time: time))
    return record.finished()
  }

  // MARK: - The kernel's files

  private mutating func openFiles(of thread: inout Thread, _ id: Int32) {
    guard thread.counters < 0, kept + 2 <= 2 * Self.openFiles else { return }
    let folder = "/proc/\(thread.process)/task/\(id)"
    // SAFETY: the paths are strings for the calls.
    thread.counters = unsafe Glibc.open("\(folder)/schedstat", O_RDONLY | O_CLOEXEC)
    thread.call = unsafe Glibc.open("\(folder)/syscall", O_RDONLY | O_CLOEXEC)
    kept += (thread.counters >= 0 ? 1 : 0) + (thread.call >= 0 ? 1 : 0)
  }

  /// Reads the beginning of a thread's file into `text`; returns its length.
  private mutating func read(_ file: Int32, _ name: String, _ thread: Thread, _ id: Int32) -> Int {
    var file = file
    let isKept = file >= 0
    // SAFETY: the path is a string for the call, and the array has so many bytes.
    if !isKept {
      file = unsafe Glibc.open("/proc/\(thread.process)/task/\(id)/\(name)", O_RDONLY | O_CLOEXEC)
    }
    guard file >= 0 else { return 0 }
    defer { if !isKept { Glibc.close(file) } }
    return max(0, unsafe pread(file, &text, text.count, 0))
  }

  private mutating func counts(_ thread: Thread, _ id: Int32) -> Counts? {
    let count = read(thread.counters, "schedstat", thread, id)
    return Self.counts(text[..<count])
  }

  /// Reads `RUNNING READY SLICES`.
  static func counts(_ text: ArraySlice<UInt8>) -> Counts? {
    let numbers = text.split { !(48...57).contains($0) }.map { digits in
      digits.reduce(UInt64(0)) { $0 &* 10 &+ UInt64($1 - 48) }
    }
    guard numbers.count >= 3 else { return nil }
    return Counts(running: numbers[0], ready: numbers[1], slices: numbers[2])
  }

  /// Whether it is in a call that waits (otherwise the kernel writes `running`); `nil` if the kernel doesn't say.
  private mutating func isWaiting(_ thread: Thread, _ id: Int32) -> Bool? {
    let count = read(thread.call, "syscall", thread, id)
    return count > 0 ? text[0] != UInt8(ascii: "r") : nil
  }

  private static func record(
    _ state: ThreadState,
    _ process: Int32,
    _ thread: Int32,
    _ time: UInt64
  ) -> [UInt8] {
    var bits: UInt16 = 0
    if state != .running { bits |= PerfRecord.Bits.leaves }
    if state == .ready { bits |= PerfRecord.Bits.leavesReady }
    var record = RecordBuilder(.switched, miscellaneous: bits)
    record.append(RecordOrigin(process: process, thread: thread, time: time))
    return record.finished()
  }
}
