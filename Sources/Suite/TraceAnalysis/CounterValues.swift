/// The values of a counter while the trace is read.
struct CounterValues {
  private(set) var count: UInt64 = 1
  private(set) var last: Int64
  private(set) var minimum: Int64
  private(set) var maximum: Int64
  private let firstTime: Int64
  private var lastTime: Int64
  /// The sum of the values, each times the nanoseconds for which it held.
  private var weighted: Double = 0

  init(_ value: Int64, at time: Int64) {
    last = value
    minimum = value
    maximum = value
    firstTime = time
    lastTime = time
  }

  mutating func record(_ value: Int64, at time: Int64) {
    weighted += Double(last) * (Double(time) - Double(lastTime))
    count += 1
    last = value
    lastTime = time
    minimum = min(minimum, value)
    maximum = max(maximum, value)
  }

  /// The mean from the first value to `end`, each value weighted by the time for which it held; `nil`
  /// if that is no time.
  func mean(until end: Int64) -> Double? {
    let duration = Double(end) - Double(firstTime)
    guard duration > 0 else { return nil }
    return (weighted + Double(last) * (Double(end) - Double(lastTime))) / duration
  }
}
