package import TraceAnalysis
package import TraceReading

/// Tells which intervals shared their thread with others for a while.
package struct ThreadSharing {
  /// An interval that has ended on a thread.
  private struct Ended {
    let end: Int64
    let namespace: Int
    /// Its outermost ancestor, or itself; `nil` if it has neither children nor a parent.
    let root: TraceIntervalID?
  }

  private static let keptEnds = 64

  /// The outermost ancestor of each interval that hasn't ended.
  private var roots: [TraceIntervalID: TraceIntervalID] = [:]
  private var withChildren: Set<TraceIntervalID> = []
  /// The intervals that ended lately on each thread, in order.
  private var ended: [Int: [Ended]] = [:]

  package init() {}

  package mutating func begin(_ id: TraceIntervalID, parent: TraceIntervalID?) {
    guard let parent else { return }
    roots[id] = roots[parent] ?? parent
    withChildren.insert(parent)
  }

  /// Whether an interval shared one of its threads with others for a while: an interval with another outermost ancestor ended there.
  ///
  /// Such an interval was suspended meanwhile. Each interval is asked about once, when it has ended.
  package mutating func isShared(_ interval: TraceInterval, catalog: TraceCatalog) -> Bool {
    let first = roots.removeValue(forKey: interval.id)
    let hasChildren = withChildren.remove(interval.id) != nil
    let thread = interval.beginThreadIndex
    guard let end = interval.end, let last = interval.endThreadIndex else { return false }
    // If intervals have no parents, their relations are unknown.
    let root = first ?? (hasChildren ? interval.id : nil)
    let namespace = catalog.intervals[Int(interval.kind.index)].namespace
    let own = Ended(end: end, namespace: namespace, root: root)
    let isShared =
      hasOther(than: own, since: interval.begin, on: thread)
      || last != thread && hasOther(than: own, since: interval.begin, on: last)
    guard last == thread else { return isShared }
    ended[thread, default: []].append(own)
    if ended[thread, default: []].count > 2 * Self.keptEnds {
      ended[thread]?.removeFirst(Self.keptEnds)
    }
    return isShared
  }

  /// Whether an interval with another outermost ancestor than an ended one has ended on a thread since.
  private func hasOther(than own: Ended, since begin: Int64, on thread: Int) -> Bool {
    guard let root = own.root else { return false }
    for other in (ended[thread] ?? []).reversed() {
      guard other.end > begin else { return false }
      guard let otherRoot = other.root, other.namespace == own.namespace else { continue }
      if otherRoot != root { return true }
    }
    return false
  }
}
