import BenchmarkResults
import CMachine
import Glibc
import SuiteErrors

/// The clocks at one moment, or the difference of two moments.
struct ClockReading: Equatable, Sendable {
  /// CLOCK_MONOTONIC, in nanoseconds.
  var wall: UInt64

  /// The time a CPU worked, in nanoseconds.
  var cpu: UInt64

  /// Reads the monotonic clock; about 20 ns, without a system call.
  @inline(__always)
  static func wallNow() -> UInt64 { read(CLOCK_MONOTONIC) }

  /// Reads a CPU clock; some hundred nanoseconds, because it takes a system call.
  ///
  /// Therefore it is read outside the two readings of the monotonic clock.
  @inline(__always)
  static func cpuNow(_ clock: CPUClock) -> UInt64 {
    switch clock {
    case .thread: read(CLOCK_THREAD_CPUTIME_ID)
    case .process: read(CLOCK_PROCESS_CPUTIME_ID)
    case .children: readChildren()
    }
  }

  @inline(never)
  private static func readChildren() -> UInt64 {
    var usage = rusage()
    // SAFETY: the struct outlives the call.
    unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func nanoseconds(_ time: timeval) -> UInt64 {
      UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1000
    }
    return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
  }

  @inline(__always)
  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    // SAFETY: the struct outlives the call. It fails only for a clock the kernel doesn't have; Linux has had these since 2.6.
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// Measures the part of a sample that counts, for a body that takes its own time.
///
/// A body that prepares each iteration, or tidies up after it, starts and stops the stopwatch around the measured part, as often as it
/// likes. Only what runs in between counts. A start and a stop together add about 20 ns to the wall time; what they add to the CPU time,
/// which takes system calls, is subtracted.
public struct Stopwatch: Sendable {
  /// The least CPU time of an empty lap, by its clock.
  private static let threadOverhead = emptyLap(.thread)
  private static let processOverhead = emptyLap(.process)

  private let cpuClock: CPUClock
  private var begin: ClockReading?
  private var total = ClockReading(wall: 0, cpu: 0)
  /// How often it was stopped.
  private(set) var laps = 0

  init(cpuClock: CPUClock) {
    self.cpuClock = cpuClock
  }

  /// Whether it runs.
  public var isRunning: Bool { begin != nil }

  /// Starts it; if it runs already, it starts anew and forgets the time since its last start.
  public mutating func start() {
    // The wall clock comes last here and first in `stop()`: a CPU clock takes a system call.
    let cpu = ClockReading.cpuNow(cpuClock)
    begin = ClockReading(wall: ClockReading.wallNow(), cpu: cpu)
  }

  /// Stops it and adds the time since its last start; does nothing if it doesn't run.
  public mutating func stop() {
    guard let begin else { return }
    let wall = ClockReading.wallNow()
    let cpu = ClockReading.cpuNow(cpuClock)
    total.wall += wall - begin.wall
    // On another thread than the start's, that thread's clock may even be behind.
    let atLeast = begin.cpu + overhead
    total.cpu += cpu > atLeast ? cpu - atLeast : 0
    laps += 1
    self.begin = nil
  }

  private var overhead: UInt64 {
    switch cpuClock {
    case .thread: Self.threadOverhead
    case .process: Self.processOverhead
    case .children: 0
    }
  }

  private static func emptyLap(_ clock: CPUClock) -> UInt64 {
    (0..<100).reduce(UInt64.max) { least, _ in
      let begin = ClockReading.cpuNow(clock)
      blackHole(ClockReading.wallNow())
      blackHole(ClockReading.wallNow())
      return min(least, ClockReading.cpuNow(clock) - begin)
    }
  }

  /// Stops it if it still runs, and returns the time so far.
  ///
  /// - Throws: ``SuiteError`` if it never ran.
  mutating func reading() throws(SuiteError) -> ClockReading {
    stop()
    guard laps > 0 else {
      throw SuiteError(
        "stopwatch",
        "it was never started, so nothing was measured",
        remedy: "call start() before what counts"
      )
    }
    return total
  }
}

/// The heap of a program.
public enum HeapUsage {
  /// How many bytes the main thread has allocated and not freed, including the allocator's overhead.
  ///
  /// Covers glibc's main arena and blocks that are mapped on their own, not the allocations of other threads. 0 if the C library doesn't
  /// report it.
  public static var mainThreadBytes: Int { Int(cmachine_allocated_bytes()) }

  /// Returns free memory to the system, so that memory which the process takes afterwards is new.
  package static func giveBackFree() { cmachine_give_back_free_memory() }
}
