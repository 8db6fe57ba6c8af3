import MadeSamples
import SampleFiles
import Testing

@testable import SampleAnalysis
@testable import TraceAnalysis

/// Who held a lock that threads waited for, and where nobody can tell.
@Suite struct LockOwnerTests {
  private static let ms: UInt64 = 1_000_000
  private static let address: UInt64 = 0x7000
  private static let mutex = ["libc/__lll_lock_wait", "libc/pthread_mutex_lock"]

  /// A wait at a mutex of the C library.
  private static func wait(owner: UInt32, _ address: UInt64 = address) -> SampledWait {
    let futex = SampledWait.Futex(address: address, operation: 0x80, words: [2, 0, owner, 1, 0, 0])
    return SampledWait(futex: futex)
  }

  /// A thread waits from a time on for a lock, and is seen 5 ms later.
  private static func wait(
    _ samples: inout MadeSamples,
    _ thread: Int32,
    from begin: UInt64,
    to end: UInt64?,
    in stack: [String] = mutex + ["Ledger.enter()", "work"],
    _ wait: SampledWait?
  ) {
    samples.stop(thread: thread, at: begin)
    samples.wait(stack, thread: thread, at: begin + 5 * ms, wait)
    if let end { samples.goOn(thread: thread, at: end) }
  }

  private static func locks(_ samples: MadeSamples) throws -> [SampleReport.ContendedLock] {
    SampleReport(try samples.profile(), intervals: nil).locks
  }

  /// Threads 7 to 10, all of which run from the beginning on.
  private static func begin() -> MadeSamples {
    var samples = MadeSamples()
    for thread in Int32(7)...10 { samples.goOn(thread: thread, at: 1) }
    return samples
  }

  /// A thread computes in a time.
  private static func compute(
    _ samples: inout MadeSamples,
    _ stack: [String],
    _ thread: Int32,
    _ times: Range<UInt64>
  ) {
    for time in times { samples.run(stack, thread: thread, at: time * ms + ms / 2) }
  }

  @Test func `a mutex names its owner, and what that did is told, whoever else computes`() throws {
    var samples = Self.begin()
    Self.wait(&samples, 7, from: 2 * Self.ms, to: 40 * Self.ms, Self.wait(owner: 8))
    for step in UInt64(3)..<40 {
      samples.run(["other", "work"], thread: 9, at: step * Self.ms + 1)
      samples.run(["sum", "Ledger.report()", "work"], thread: 8, at: step * Self.ms + 2)
    }
    let lock = try #require(try Self.locks(samples).first)
    #expect(lock.holder == "`sum` under `Ledger.report()`" && lock.waiter == "`Ledger.enter()`")
    #expect(lock.activity == "computed" && lock.evidence == "owner")
    #expect(lock.count == 1 && lock.total == 38 * Self.ms && lock.locks == 1)
    let waits = LockWaits(try samples.profile())
    var stories = LockWaits.Stories()
    #expect(
      waits.holding(of: try #require(waits.waits.first), &stories)?.words
        == "`sum` under `Ledger.report()` held on thread 8, which computed"
    )
  }

  @Test(arguments: [
    (["libc/usleep", "Ledger.save()", "work"], "slept in `usleep`"),
    (["libc/__read", "Ledger.save()", "work"], "waited for I/O in `__read`"),
    (["libc/waitpid", "Ledger.save()", "work"], "waited for a child process in `waitpid`"),
  ])
  func `a holder that waits itself is told with what for`(stack: [String], activity: String) throws
  {
    var samples = Self.begin()
    samples.stop(thread: 8, at: Self.ms)
    samples.wait(stack, thread: 8, at: 6 * Self.ms)
    Self.wait(&samples, 7, from: 2 * Self.ms, to: 40 * Self.ms, Self.wait(owner: 8))
    samples.goOn(thread: 8, at: 40 * Self.ms - 50_000)
    let lock = try #require(try Self.locks(samples).first)
    #expect(lock.activity == activity && lock.holder == "`Ledger.save()` under `work`")
  }

  @Test func `Swift's mutex and a reader-writer lock name their owners too`() throws {
    func seen(_ operation: UInt32, _ address: UInt64, _ words: [UInt32], _ name: String) -> SeenLock
    {
      let futex = SampledWait.Futex(address: address, operation: operation, words: words)
      return SeenLock(futex, in: SeenLock.function(in: ["syscall", name, "work"]))
    }
    let own = seen(0x86, 0x7004, [0x8000_0008, 1, 2, 3, 4, 5], "_MutexHandle._lockSlow(_:)")
    #expect(own.owner == 8 && own.address == 0x7004)
    let reader = seen(0x189, 0x7008, [3, 1, 0, 0, 9, 0], "pthread_rwlock_rdlock")
    #expect(reader.owner == 9 && reader.address == 0x7000)
    let writer = seen(0x189, 0x700c, [3, 0, 0, 9, 0, 0], "__pthread_rwlock_wrlock")
    #expect(writer.owner == 9 && writer.address == 0x7000)
    // Readers are only counted, and locks that nobody knows have any words.
    #expect(seen(0x189, 0x7008, [2, 1, 0, 0, 0, 0], "pthread_rwlock_wrlock").owner == nil)
    #expect(seen(0x80, 0x7000, [2, 0, 8, 0, 0, 0], "malloc").owner == nil)
  }

  /// The C library's reader-writer lock with readers, or a recording of an older version.
  @Test(arguments: [false, true])
  func `a lock that doesn't tell is held by the only thread that ran, and by nobody if two did`(
    hasBystander: Bool
  ) throws {
    var samples = Self.begin()
    for thread in Int32(9)...10 { samples.stop(thread: thread, at: Self.ms) }
    samples.stop(thread: 8, at: Self.ms)
    samples.wait(["libc/usleep", "Table.read()", "work"], thread: 8, at: 6 * Self.ms)
    Self.wait(
      &samples,
      7,
      from: 2 * Self.ms,
      to: 40 * Self.ms,
      in: ["libc/pthread_rwlock_wrlock", "Table.write()", "work"],
      nil
    )
    if hasBystander { samples.goOn(thread: 9, at: 20 * Self.ms) }
    samples.goOn(thread: 8, at: 40 * Self.ms - 50_000)
    let lock = try #require(try Self.locks(samples).first)
    #expect(lock.holder == (hasBystander ? nil : "`Table.read()` under `work`"))
    #expect(lock.evidence == (hasBystander ? nil : "alone"))
    #expect(lock.count == 1 && lock.total == 38 * Self.ms)
    samples.description.engine = .timers
    #expect(try Self.locks(samples).first?.holder == nil)
  }

  @Test(arguments: [false, true])
  func `who ran here says nothing of a lock that processes share`(isShared: Bool) throws {
    var samples = Self.begin()
    for thread in Int32(9)...10 { samples.stop(thread: thread, at: Self.ms) }
    let futex = SampledWait.Futex(
      address: Self.address,
      operation: isShared ? 0 : 0x80,
      words: [2, 0, 0, 1, 0, 0]
    )
    Self.wait(&samples, 7, from: 2 * Self.ms, to: 40 * Self.ms, SampledWait(futex: futex))
    Self.compute(&samples, ["Ledger.report()", "work"], 8, 2..<40)
    let lock = try #require(try Self.locks(samples).first)
    #expect(lock.evidence == (isShared ? nil : "alone") && lock.count == 1)
  }

  @Test func `a lock that goes from thread to thread is one row, with each holder's own time`()
    throws
  {
    var samples = Self.begin()
    let ms = Self.ms
    // 10 holds it, then 7, 8 and 9 get it in turn, 20 ms each.
    for (place, thread) in [Int32(7), 8, 9].enumerated() {
      let end = UInt64(20 * (place + 1)) * ms
      Self.wait(&samples, thread, from: 2 * ms, to: end, Self.wait(owner: 10))
      Self.compute(&samples, ["sum", "Ledger.enter()", "work"], thread, end / ms..<end / ms + 20)
    }
    Self.compute(&samples, ["sum", "Ledger.enter()", "work"], 10, 0..<20)
    let waits = LockWaits(try samples.profile())
    let last = try #require(waits.waits.first { $0.thread.thread == 9 })
    let holds = waits.holds(in: last)
    #expect(holds.map(\.thread.thread) == [10, 7, 8])
    #expect(holds.map(\.range.count) == [18_000_000, 20_000_000, 20_000_000])
    #expect(holds.map(\.evidence) == [.owner, .handOver, .handOver])
    let locks = waits.contended()
    #expect(locks.count == 1 && locks[0].count == 3 && locks[0].waitingThreads == 3)
    #expect(locks[0].holder == "`Ledger.enter()` under `work`" && locks[0].locks == 1)
    #expect(locks[0].activity == "computed in `sum`" && locks[0].longest == 58 * ms)
    // Where the order of records isn't known, nothing is made of it.
    samples.description.engine = .timers
    let looked = LockWaits(try samples.profile())
    let known = try #require(looked.waits.first { $0.thread.thread == 9 })
    #expect(looked.holds(in: known).map(\.thread.thread) == [10])
  }

  @Test func `the first reason has a holder only if most waits were for its lock`() throws {
    var samples = Self.begin()
    Self.wait(&samples, 7, from: 2 * Self.ms, to: 40 * Self.ms, Self.wait(owner: 8))
    Self.compute(&samples, ["Ledger.report()", "work"], 8, 2..<40)
    var report = SampleReport(try samples.profile(), intervals: nil)
    func text() -> String? { report.reasons().first { $0.kind == .lock }?.text }
    #expect(text()?.contains("mostly for one that `Ledger.report()` under `work` held") == true)
    var other = report.locks[0]
    other.holder = nil
    report.locks += [other, other]
    #expect(text() == nil)
  }

  @Test func `without waits for locks nothing is said of any`() throws {
    var samples = Self.begin()
    Self.compute(&samples, ["sum", "work"], 7, 0..<40)
    samples.stop(thread: 8, at: Self.ms)
    let idle = SampledWait(
      futex: SampledWait.Futex(address: 0x7100, operation: 0x189, words: [0, 0, 7, 0, 7, 0])
    )
    samples.wait(["libc/pthread_cond_wait", "work"], thread: 8, at: 6 * Self.ms, idle)
    samples.goOn(thread: 8, at: 40 * Self.ms)
    let profile = try samples.profile()
    // What idle threads wait at isn't kept.
    #expect(profile.looks.isEmpty)
    let report = SampleReport(profile, intervals: nil)
    #expect(report.locks == [] && report.lockSection() == nil)
    #expect(report.reasons().allSatisfy { $0.kind != .lock })
  }

  @Test func `an owner that isn't a thread of the process is none`() throws {
    var samples = Self.begin()
    Self.wait(&samples, 7, from: 2 * Self.ms, to: 40 * Self.ms, Self.wait(owner: 4711))
    #expect(try Self.locks(samples).map(\.holder) == [nil])
  }
}
