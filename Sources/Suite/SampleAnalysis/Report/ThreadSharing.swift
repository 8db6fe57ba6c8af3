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

  /// Whether an interval shared its thread with others for a while: an interval with another outermost ancestor ended there.
  ///
  /// Such an interval was suspended, and came back to the thread that it began on. Each interval is asked about once, when it has ended.
  package mutating func isShared(_ interval: TraceInterval, catalog: TraceCatalog) -> Bool {
    let first = roots.removeValue(forKey: interval.id)
    let hasChildren = withChildren.remove(interval.id) != nil
    let thread = interval.beginThreadIndex
    guard let end = interval.end, interval.endThreadIndex == thread else { return false }
    // If intervals have no parents, their relations are unknown.
    let root = first ?? (hasChildren ? interval.id : nil)
    let namespace = catalog.intervals[Int(interval.kind.index)].namespace
    var isShared = false
    if let root {
      for last in ended[thread, default: []].reversed() {
        guard last.end > interval.begin, !isShared else { break }
        guard let lastRoot = last.root, last.namespace == namespace else { continue }
        isShared = lastRoot != root
      }
    }
    ended[thread, default: []].append(Ended(end: end, namespace: namespace, root: root))
    if ended[thread, default: []].count > 2 * Self.keptEnds {
      ended[thread]?.removeFirst(Self.keptEnds)
    }
    return isShared
  }
}
