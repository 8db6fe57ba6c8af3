import Glibc

/// The monotonic clock without the harness.
enum BareClock {
  @inline(__always)
  static func now() -> UInt64 {
    var time = timespec()
    // SAFETY: the struct outlives the call.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
