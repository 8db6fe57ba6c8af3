/// An estimate of the number of events in a recording, from the bytes written and the length of events.
///
/// LTTng counts discarded events, not recorded ones: their number is known only once the trace is read. The bytes that programs wrote are
/// exact. The length of events comes from packets that are read while they are filled, so the number is an estimate.
struct EventEstimate {
  /// The events so far; `nil` before the first sample.
  private(set) var count: Double?

  /// Events a second, since the last moment.
  private(set) var rate: Double?

  /// Bytes a second, since the last moment.
  private(set) var byteRate = 0.0

  private var bytes: UInt64 = 0
  private var bytesPerEvent: Double?

  /// Updates the estimate at a moment.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that programs wrote since the start.
  ///   - sample: The events and bytes of a part that was read; `nil` if none was.
  ///   - seconds: The time since the last moment.
  mutating func add(bytes: UInt64, sample: (events: UInt64, bytes: Int)?, seconds: Double) {
    if let sample, sample.events > 0, sample.bytes > 0 {
      bytesPerEvent = Double(sample.bytes) / Double(sample.events)
    }
    let gain = Double(bytes > self.bytes ? bytes - self.bytes : 0)
    byteRate = gain / max(0.001, seconds)
    self.bytes = max(bytes, self.bytes)
    guard let bytesPerEvent else { return }
    // Earlier events are assumed to be like the first sample.
    count = count.map { $0 + gain / bytesPerEvent } ?? Double(self.bytes) / bytesPerEvent
    rate = byteRate / bytesPerEvent
  }
}
