import Glibc

/// What the clocks say at one moment, or the difference of two moments.
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
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    func nanoseconds(_ time: timeval) -> UInt64 {
      UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1000
    }
    return nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime)
  }

  @inline(__always)
  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    // It fails only for a clock the kernel doesn't have; Linux has had these since 2.6.
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
