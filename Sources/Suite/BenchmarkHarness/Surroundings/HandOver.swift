import CMachine

/// How long a cache line takes to another processor and back: what threads that meet wait for.
///
/// On the same chip it takes several times as long between two groups of cores, each with a cache of its own, as within one. A hypervisor
/// that moves its guests' processors changes it without telling: on the reference machine it is 50 to 110 ns for minutes, and 310 to 400 ns
/// for tens of seconds in between, in which a side effect takes a sixth longer and a `Task` does not.
enum HandOver {
  /// How often it goes there and back in a measurement: some ten microseconds, of which there are five.
  private static let count: UInt32 = 200

  /// Measures what once there and back takes now, in nanoseconds, between the processor of the calling thread and the next one that it may
  /// run on.
  ///
  /// - Returns: The least of five series; `nil` where there is one processor only, or the other one is kept busy.
  static func nanoseconds() -> Double? {
    let nanoseconds = cmachine_hand_over_nanoseconds(count)
    return nanoseconds > 0 ? nanoseconds : nil
  }
}
