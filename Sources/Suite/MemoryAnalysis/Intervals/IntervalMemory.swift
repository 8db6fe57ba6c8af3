import SampleAnalysis
package import TraceAnalysis
package import TraceReading

/// Finds what each interval allocated on its thread, and what of that lived at the end.
///
/// An interval that changes its thread, or shares it with others, is only counted.
package final class IntervalMemory: TraceIntervalSink {
  private struct Key: Hashable {
    let kind: TraceIntervalKind
    let name: TraceSymbol?
  }

  private struct Group {
    var count: UInt64 = 0
    var untold: UInt64 = 0
    var sum = ThreadBlocks.Sum()
  }

  private let blocks: ThreadBlocks
  private let catalog: TraceCatalog
  private let clockOffset: Int64
  private let next: (any TraceIntervalSink)?
  private var sharing = ThreadSharing()
  private var groups: [Key: Group] = [:]

  /// Creates a sink for the intervals of a reader.
  ///
  /// - Parameters:
  ///   - profile: The memory.
  ///   - catalog: The catalog of the reader.
  ///   - clockOffset: Added to a time of the memory, gives the time of an event.
  ///   - next: Gets all events afterwards.
  package init(
    _ profile: MemoryProfile,
    catalog: TraceCatalog,
    clockOffset: Int64,
    next: (any TraceIntervalSink)?
  ) {
    blocks = ThreadBlocks(profile)
    self.catalog = catalog
    self.clockOffset = clockOffset
    self.next = next
  }

  package func start(at time: Int64) { next?.start(at: time) }

  package func observe(_ event: TraceEvent) { next?.observe(event) }

  package func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64) {
    next?.begin(id, parent: parent, at: time)
    sharing.begin(id, parent: parent)
  }

  package func take(_ event: TraceEvent, fields: [TraceField]) { next?.take(event, fields: fields) }

  package func take(_ interval: TraceInterval) {
    next?.take(interval)
    let isShared = sharing.isShared(interval, catalog: catalog)
    let begin = interval.begin - clockOffset
    guard let end = interval.end, begin > 0, end >= interval.begin else { return }
    let key = Key(kind: interval.kind, name: interval.name)
    guard interval.endThreadIndex == interval.beginThreadIndex, !isShared else {
      groups[key, default: Group()].untold += 1
      return
    }
    let thread = SampleProfile.ThreadID(interval.beginThreadIndex, in: catalog)
    let sum = blocks.sum(of: thread, in: UInt64(begin)..<UInt64(end - clockOffset))
    groups[key, default: Group()].count += 1
    groups[key, default: Group()].sum += sum
  }

  /// The results, the kind and name of which most lives first.
  func parts() -> [MemoryReport.Part] {
    groups.map { key, group in
      MemoryReport.Part(
        kind: catalog.label(of: key.kind).rawValue,
        name: key.name.map(catalog.string) ?? "(name unknown)",
        count: group.count,
        untold: group.untold,
        allocated: group.sum.allocated,
        alive: group.sum.alive
      )
    }.filter { $0.allocated.bytes > 0 || $0.untold > 0 }.sorted()
  }
}

extension MemoryReport.Part: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    (left.alive.bytes, left.allocated.bytes, right.kind, right.name)
      > (right.alive.bytes, right.allocated.bytes, left.kind, left.name)
  }
}
