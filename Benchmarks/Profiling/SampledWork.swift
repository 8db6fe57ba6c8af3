import Glibc
import Signposts
import Synchronization

/// The programs that are sampled.
enum SampledWork: String {
  /// Computes for a while, and prints how long that took.
  case compute = "--sampled-compute"
  /// Computes in two functions, waits for a lock and sleeps, and prints for how long.
  case planted = "--sampled-planted"
  /// Emits so many events, two of each interval.
  case emit = "--sampled-emit"

  /// The work that a command line asks for; `nil` if it asks for none.
  init?(_ arguments: [String]) {
    guard arguments.count >= 2 else { return nil }
    self.init(rawValue: arguments[1])
  }

  func run() {
    switch self {
    case .compute: Self.compute()
    case .planted: Self.plant()
    case .emit: Self.emit(CommandLine.arguments.last.flatMap { Int($0) } ?? 0)
    }
  }

  private static func emit(_ count: Int) {
    let signposter = Signposter(subsystem: "benchmark", category: "profiling")
    for _ in 0..<count / 2 {
      let state = signposter.beginInterval("interval")
      signposter.endInterval("interval", state)
    }
  }

  private static func now(_ clock: clockid_t = CLOCK_MONOTONIC) -> UInt64 {
    var time = timespec()
    // SAFETY: the structure outlives the call.
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  @inline(never) private static func spin(_ count: UInt64) -> UInt64 {
    // A call of the system: what depends on its arguments alone might be computed at any time, or once.
    var word = 88_172_645_463_325_252 &+ UInt64(getpid())
    for _ in 0..<count {
      word ^= word << 13
      word ^= word >> 7
      word ^= word << 17
    }
    return word
  }

  /// Some calls deep, as programs are.
  @inline(never) private static func descend(_ depth: Int) -> UInt64 {
    depth == 0 ? spin(200_000) : descend(depth - 1) &+ UInt64(depth)
  }

  private static func compute() {
    let begin = now()
    var sum: UInt64 = 0
    for _ in 0..<500 { sum &+= descend(20) }
    print("\(now() - begin) \(sum == 0 ? 0 : 1)")
  }

  // MARK: - Planted

  @inline(never) private static func seventy() -> UInt64 { spin(7_000_000) &+ 1 }
  @inline(never) private static func thirty() -> UInt64 { spin(3_000_000) &+ 1 }

  @inline(never) private static func waitForLock(_ lock: Lock) -> UInt64 {
    let begin = now()
    lock.lock()
    lock.unlock()
    return now() - begin
  }

  @inline(never) private static func sleepForAWhile() -> UInt64 {
    let begin = now()
    usleep(400_000)
    return now() - begin
  }

  /// Prints the time of each part, and between which times the whole was, in nanoseconds.
  private static func plant() {
    let begin = now()
    let lock = Lock()
    let holder = Holder(lock)
    var (seventies, thirties) = (UInt64(0), UInt64(0))
    var sum: UInt64 = 0
    func measure(_ time: inout UInt64, _ body: () -> UInt64) {
      let start = now(CLOCK_THREAD_CPUTIME_ID)
      sum &+= body()
      time += now(CLOCK_THREAD_CPUTIME_ID) - start
    }
    for _ in 0..<60 {
      measure(&seventies, seventy)
      measure(&thirties, thirty)
    }
    // Held for 40 ms of each 100.
    let lockBegin = now()
    holder.start()
    var waited: UInt64 = 0
    for round in 1...20 {
      while holder.rounds.load(ordering: .acquiring) < round { usleep(500) }
      waited += waitForLock(lock)
    }
    holder.join()
    let lockEnd = now()
    let slept = sleepForAWhile()
    print(
      seventies,
      thirties,
      waited,
      lockEnd - lockBegin,
      slept,
      begin,
      now(),
      sum == 0 ? 0 : 1
    )
  }

  /// A mutex of the C library.
  @safe private final class Lock: Sendable {
    // SAFETY: it is made in `init`, used by the C library's functions only, and lives as long as this.
    nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(
      capacity: 1
    )

    init() { unsafe pthread_mutex_init(mutex, nil) }

    deinit {
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
    }

    func lock() { unsafe pthread_mutex_lock(mutex) }
    func unlock() { unsafe pthread_mutex_unlock(mutex) }
  }

  /// Holds a lock for 40 ms of each 100.
  private final class Holder: Sendable {
    let rounds = Atomic(0)
    private let lock: Lock
    private let thread = Mutex<pthread_t?>(nil)

    init(_ lock: Lock) { self.lock = lock }

    func start() {
      var id = pthread_t()
      // SAFETY: the thread takes over the one retain.
      let context = unsafe Unmanaged.passRetained(self)
      unsafe pthread_create(
        &id,
        nil,
        { context in
          guard let context = unsafe context else { return nil }
          unsafe Unmanaged<Holder>.fromOpaque(context).takeRetainedValue().hold()
          return nil
        },
        context.toOpaque()
      )
      thread.withLock { $0 = id }
    }

    func join() {
      guard let id = thread.withLock({ $0 }) else { return }
      pthread_join(id, nil)
    }

    private func hold() {
      for round in 1...20 {
        lock.lock()
        rounds.store(round, ordering: .releasing)
        usleep(40_000)
        lock.unlock()
        usleep(60_000)
      }
    }
  }
}
