import TraceReading

/// The dispatched items: those that wait, those that never began, and those that were tried again.
struct DispatchRecorder {
  private struct DiscardKey: Hashable {
    let name: TraceSymbol?
    let kind: TraceSymbol?
  }

  var pending = PendingDispatches()
  private var discards: [DiscardKey: [TraceSymbol: UInt64]] = [:]
  var retries: [TraceSymbol: RetrySummary] = [:]

  mutating func discard(_ key: TraceIntervalID, reason: TraceSymbol) {
    let dispatch = pending.remove(key)
    let key = DiscardKey(name: dispatch?.name, kind: dispatch?.kind)
    discards[key, default: [:]][reason, default: 0] += 1
  }

  func discardCounts(_ catalog: TraceCatalog) -> [DiscardCount] {
    discards.map { key, reasons in
      DiscardCount(
        name: key.name.map(catalog.string),
        kind: key.kind.map(catalog.string),
        reasons: Dictionary(uniqueKeysWithValues: reasons.map { (catalog.string($0), $1) })
      )
    }
    .sorted {
      ($0.total, $1.name ?? "", $1.kind ?? "") > ($1.total, $0.name ?? "", $0.kind ?? "")
    }
  }

  func retrySummaries() -> [RetrySummary] {
    retries.values.sorted { ($0.count, $1.name) > ($1.count, $0.name) }
  }
}

/// The dispatched items that have neither begun nor been discarded.
///
/// Bounded: if the events of their begin aren't recorded, nothing would ever remove them.
struct PendingDispatches {
  /// An item's entry into a queue.
  struct Dispatch {
    let time: Int64
    let parentID: UInt64
    /// Its parent, if that is in the trace.
    var parent: ParentLink?
    let kind: TraceSymbol
    let name: TraceSymbol
    let depth: UInt32
  }

  private let capacity: Int
  private var dispatches: [TraceIntervalID: Dispatch] = [:]
  /// How many were dropped because there were too many.
  private var forgottenCount: UInt64 = 0

  init(capacity: Int = 1 << 20) {
    self.capacity = capacity
  }

  /// How many never began.
  var unbegunCount: UInt64 { UInt64(dispatches.count) + forgottenCount }

  subscript(key: TraceIntervalID) -> Dispatch? { dispatches[key] }

  /// Complexity: amortized O(log n), because half of the items, the oldest, are dropped at a time.
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

extension RetrySummary {
  /// Errors beyond this many are counted together: all their texts may differ.
  private static let maximumErrors = 16

  mutating func record(attempt: UInt32, delay: Int64, error: String) {
    count += 1
    maximumAttempt = max(maximumAttempt, attempt)
    self.delay = self.delay.addingReportingOverflow(delay).partialValue
    let isNew = errors[error] == nil
    errors[isNew && errors.count >= Self.maximumErrors ? "(others)" : error, default: 0] += 1
  }
}
