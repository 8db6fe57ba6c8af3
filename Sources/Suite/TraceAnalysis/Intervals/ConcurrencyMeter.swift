/// Measures how many intervals run at a time, from begins and ends that come in the order of time.
///
/// An interval that never ends runs to the end of the trace.
struct ConcurrencyMeter {
  private(set) var maximum = 0
  private(set) var running = 0
  private var lastChange: Int64 = 0
  /// The time during which at least one ran, in nanoseconds.
  private var busy: Double = 0
  /// The sum over all intervals of their running times, in nanoseconds.
  private var weighted: Double = 0

  mutating func begin(at time: Int64) {
    settle(until: time)
    running += 1
    maximum = max(maximum, running)
  }

  mutating func end(at time: Int64) {
    settle(until: time)
    running -= 1
  }

  /// Returns the mean number of intervals that ran while at least one did, weighted by time; `nil` if
  /// none ran for any time.
  func mean(until end: Int64) -> Double? {
    var meter = self
    meter.settle(until: end)
    return meter.busy > 0 ? meter.weighted / meter.busy : nil
  }

  private mutating func settle(until time: Int64) {
    if running > 0 {
      let elapsed = Double(time) - Double(lastChange)
      busy += elapsed
      weighted += elapsed * Double(running)
    }
    lastChange = time
  }
}
