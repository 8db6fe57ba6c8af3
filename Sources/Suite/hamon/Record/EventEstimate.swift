/// How many events a recording has, by how many bytes programs have written and how long events are.
///
/// LTTng counts the events that it discards, and not those that it records: their number is known when the trace is
/// read. What programs have written is known to the byte; how long an event is, is measured in packets that are read
/// while they are filled, so that the number is an estimate.
struct EventEstimate {
  /// The events so far; `nil` before one was looked at.
  private(set) var count: Double?

  /// Events a second, since the last time.
  private(set) var rate: Double?

  /// Bytes a second, since the last time.
  private(set) var byteRate = 0.0

  private var bytes: UInt64 = 0
  private var bytesPerEvent: Double?

  /// Takes what is known at a moment.
  ///
  /// - Parameters:
  ///   - bytes: What programs have written since the beginning.
  ///   - sample: A part of it that was read; `nil` where there is none.
  ///   - seconds: The time since the last moment.
  mutating func add(bytes: UInt64, sample: (events: UInt64, bytes: Int)?, seconds: Double) {
    if let sample, sample.events > 0, sample.bytes > 0 {
      bytesPerEvent = Double(sample.bytes) / Double(sample.events)
    }
    let gain = Double(bytes > self.bytes ? bytes - self.bytes : 0)
    byteRate = gain / max(0.001, seconds)
    self.bytes = max(bytes, self.bytes)
    guard let bytesPerEvent else { return }
    // What came before the first sample is taken to be like it.
    count = count.map { $0 + gain / bytesPerEvent } ?? Double(self.bytes) / bytesPerEvent
    rate = byteRate / bytesPerEvent
  }
}
