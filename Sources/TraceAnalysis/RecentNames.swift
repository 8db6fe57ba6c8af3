import TraceReading

/// The names of the updates that ended last, which their listeners are called by.
///
/// Bounded: where nobody records the listeners' events, nothing would ever take a name out.
struct RecentNames {
  private static let capacity = 65_536

  private var names: [OpenInterval.Key: TraceSymbol] = [:]
  private var ring: [OpenInterval.Key] = []
  private var oldest = 0

  func name(of key: OpenInterval.Key) -> TraceSymbol? { names[key] }

  mutating func insert(_ name: TraceSymbol, for key: OpenInterval.Key) {
    guard names.updateValue(name, forKey: key) == nil else { return }
    if ring.count < Self.capacity {
      ring.append(key)
    } else {
      names[ring[oldest]] = nil
      ring[oldest] = key
      oldest = (oldest + 1) % Self.capacity
    }
  }
}
