import TraceReading

/// The items that were dispatched and have neither begun nor been discarded.
///
/// Bounded: where the events of their begin aren't recorded, nothing would ever take them out.
struct PendingDispatches {
  /// What `dispatch_enqueue` says of an item.
  struct Dispatch {
    let time: Int64
    let parentID: UInt64
    /// Its parent, where that is in the trace.
    var parent: ParentLink?
    let kind: TraceSymbol
    let name: TraceSymbol
    let depth: UInt32
  }

  private let capacity: Int
  private var dispatches: [TraceIntervalID: Dispatch] = [:]
  /// How many were forgotten because there were too many.
  private var forgottenCount: UInt64 = 0

  init(capacity: Int = 1 << 20) {
    self.capacity = capacity
  }

  /// How many never began.
  var unbegunCount: UInt64 { UInt64(dispatches.count) + forgottenCount }

  subscript(key: TraceIntervalID) -> Dispatch? { dispatches[key] }

  /// Complexity: amortized O(log n) for the oldest that are forgotten, half of them at a time.
  mutating func insert(_ dispatch: Dispatch, for key: TraceIntervalID) {
    if dispatches.updateValue(dispatch, forKey: key) != nil { forgottenCount += 1 }
    guard dispatches.count > capacity else { return }
    let middle = dispatches.values.map(\.time).sorted()[capacity / 2]
    let count = dispatches.count
    dispatches = dispatches.filter { $0.value.time > middle }
    forgottenCount += UInt64(count - dispatches.count)
  }

  mutating func remove(_ key: TraceIntervalID) -> Dispatch? {
    dispatches.removeValue(forKey: key)
  }
}
