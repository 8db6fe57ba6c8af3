import SampleFiles
package import TraceAnalysis
package import TraceReading

/// Finds what each interval did, by the best evidence there is.
///
/// 1. If its task was recorded, that tells all: which threads ran it and when, and what it waited for otherwise.
/// 2. Otherwise its thread does, until that waited for work, and again since it last did so. In between the interval was suspended, and
///    nobody knows for what. If it has changed its thread, the first one must have waited for work, or nobody knows when the interval left it.
/// 3. If another request's interval was on its thread meanwhile, nobody knows what was whose.
///
/// If a descendant took most of its time, that one explains why it was slow.
package final class IntervalProfiler: TraceIntervalSink {
  struct Key: Hashable {
    let kind: TraceIntervalKind
    let name: TraceSymbol?
  }

  /// An interval, with what tells of its time.
  struct Part {
    let id: TraceIntervalID
    let key: Key
    let range: Range<UInt64>
    /// The threads on which it began and ended.
    let first: SampleProfile.ThreadID
    let last: SampleProfile.ThreadID
    /// What its task did; `nil` without events of that.
    let work: IntervalWork?
    /// The time in which it was suspended for an unknown reason; empty, at its end, for none.
    let absence: Range<UInt64>

    /// Whether most of its time is told.
    var isTold: Bool { 2 * absence.count <= range.count }

    func isSame(as other: Part) -> Bool { id == other.id && range == other.range }

    /// Adds what its threads did while they were with it.
    func add(
      to sums: inout StackSums,
      _ first: ThreadTimeline?,
      _ last: ThreadTimeline?,
      period: UInt64
    ) {
      if let work {
        sums += work.sums
        return
      }
      if let first {
        sums.add(first, in: range.lowerBound..<absence.lowerBound, period: period)
      }
      if let last, absence.upperBound < range.upperBound {
        sums.add(last, in: absence.upperBound..<range.upperBound, period: period)
      }
    }
  }

  private struct Group {
    var count: UInt64 = 0
    var untold: UInt64 = 0
    var wall: UInt64 = 0
    var sums = StackSums()
    var waits: [Int32: UInt64] = [:]
    /// Suspended for an unknown reason.
    var absent: UInt64 = 0
  }

  struct Slow {
    let key: Key
    let wall: UInt64
    /// The interval itself, or the descendant that took most of it.
    let part: Part
  }

  /// How many rows are told, and how many intervals these are of at most.
  static let slowRows = 10
  private static let slowCount = 100
  /// The share of an interval that a descendant must have to be the reason.
  private static let mostOfIt = 0.9
  /// The same if the interval itself tells less.
  private static let mostOfUntold = 0.5
  /// Bounded: intervals whose parents ended before them must not fill the memory.
  private static let maximumParts = 1 << 16
  private static let stackCount = 3

  let profile: SampleProfile
  let catalog: TraceCatalog
  let clockOffset: Int64
  private let next: (any TraceIntervalSink)?
  private let stacksWaitingForWork: Set<Int32>
  /// The tasks of the trace, if there are any.
  package var tasks: (any IntervalTasks)?
  private var groups: [Key: Group] = [:]
  private(set) var slow: [Slow] = []
  /// The descendant of each interval that hasn't ended that would explain it best.
  private var parts: [TraceIntervalID: Part] = [:]
  private var sharing = ThreadSharing()

  /// Creates a profiler for the intervals of a reader.
  ///
  /// - Parameters:
  ///   - profile: The samples of the trace.
  ///   - catalog: The catalog of the reader.
  ///   - clockOffset: Added to a time of the samples, gives the time of an event.
  ///   - next: Gets all events after the profiler.
  package init(
    _ profile: SampleProfile,
    catalog: TraceCatalog,
    clockOffset: Int64,
    next: (any TraceIntervalSink)?
  ) {
    self.profile = profile
    self.catalog = catalog
    self.clockOffset = clockOffset
    self.next = next
    stacksWaitingForWork = profile.stacks.stacksWaitingForWork()
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
    let inner = parts.removeValue(forKey: interval.id)
    let isShared = sharing.isShared(interval, catalog: catalog)
    guard let end = interval.end, let endThread = interval.endThreadIndex else { return }
    let work = tasks?.takeWork(of: interval.id, begun: interval.begin)
    let begin = interval.begin - clockOffset
    guard begin > 0, end >= interval.begin else { return }
    let range = UInt64(begin)..<UInt64(end - clockOffset)
    let key = Key(kind: interval.kind, name: interval.name)
    let isMoved = endThread != interval.beginThreadIndex
    let firstID = SampleProfile.ThreadID(interval.beginThreadIndex, in: catalog)
    let lastID = isMoved ? SampleProfile.ThreadID(endThread, in: catalog) : firstID
    let first = profile.threads[firstID]
    let last = isMoved ? profile.threads[lastID] : first
    let absence: Range<UInt64>
    if work != nil {
      absence = range.upperBound..<range.upperBound
    } else if let first, let last, !isShared {
      absence = self.absence(first, last, in: range, isMoved: isMoved)
    } else {
      absence = range
    }
    let own = Part(
      id: interval.id,
      key: key,
      range: range,
      first: firstID,
      last: lastID,
      work: work,
      absence: absence
    )
    if work == nil, first == nil {
      groups[key, default: Group()].untold += 1
    } else {
      add(own, to: &groups[key, default: Group()], first, last)
    }
    let part = Self.explanation(of: own, inner)
    if let parent = interval.parent, parts.count < Self.maximumParts,
      parts[parent].map({ Self.isCloser(part, than: $0) }) ?? true
    {
      parts[parent] = part
    }
    note(Slow(key: key, wall: UInt64(range.count), part: part))
  }

  /// The time in which an interval was suspended; empty, at its end, if its thread was with it all the time.
  private func absence(
    _ first: ThreadTimeline,
    _ last: ThreadTimeline,
    in range: Range<UInt64>,
    isMoved: Bool
  ) -> Range<UInt64> {
    guard isMoved else {
      return waitsForWork(of: first, in: range, orUnknown: false)
        ?? range.upperBound..<range.upperBound
    }
    let left = waitsForWork(of: first, in: range, orUnknown: true)?.lowerBound ?? range.lowerBound
    let came = waitsForWork(of: last, in: range, orUnknown: true)?.upperBound ?? range.upperBound
    return min(left, came)..<max(left, came)
  }

  /// The time from a thread's first wait for work to its last; `nil` without any.
  private func waitsForWork(
    of timeline: ThreadTimeline,
    in range: Range<UInt64>,
    orUnknown: Bool
  ) -> Range<UInt64>? {
    guard orUnknown || !stacksWaitingForWork.isEmpty else { return nil }
    var found: Range<UInt64>?
    timeline.forEachWait(during: range) { stack, wait in
      guard stack < 0 ? orUnknown : stacksWaitingForWork.contains(stack) else { return }
      found = (found?.lowerBound ?? wait.lowerBound)..<wait.upperBound
    }
    return found
  }

  private func add(
    _ part: Part,
    to group: inout Group,
    _ first: ThreadTimeline?,
    _ last: ThreadTimeline?
  ) {
    group.count += 1
    group.wall += UInt64(part.range.count)
    group.absent += UInt64(part.absence.count)
    part.add(to: &group.sums, first, last, period: profile.period)
    if let work = part.work { group.waits.merge(work.waits, uniquingKeysWith: +) }
  }

  /// What explains an interval: itself, or a descendant that took enough of it.
  private static func explanation(of own: Part, _ inner: Part?) -> Part {
    guard let inner, inner.isTold || !own.isTold else { return own }
    let share = inner.isTold == own.isTold ? mostOfIt : mostOfUntold
    return Double(inner.range.count) >= Double(own.range.count) * share ? inner : own
  }

  /// Whether a descendant explains more than another one.
  private static func isCloser(_ part: Part, than other: Part) -> Bool {
    part.isTold == other.isTold ? part.range.count > other.range.count : part.isTold
  }

  /// Notes an interval that may be one of the slowest.
  private func note(_ candidate: Slow) {
    guard slow.count < Self.slowCount || candidate.wall > slow[slow.count - 1].wall else { return }
    // Its descendants with the same part were slow for the same reason.
    slow.removeAll { $0.part.isSame(as: candidate.part) }
    let place = slow.firstIndex { $0.wall < candidate.wall } ?? slow.count
    slow.insert(candidate, at: place)
    if slow.count > Self.slowCount { slow.removeLast() }
  }

  func name(_ key: Key) -> String { key.name.map(catalog.string) ?? "(name unknown)" }

  private func longest(_ stacks: [Int32: UInt64]) -> [SampleReport.Stack] {
    stacks.map { stack, time in
      SampleReport.Stack(functions: profile.stacks.functions(of: stack).map(\.name), time: time)
    }
    .sorted { ($0.time, $1.functions.joined()) > ($1.time, $0.functions.joined()) }
    .prefix(Self.stackCount).map { $0 }
  }

  /// The results, the kind and name with the largest wall time first.
  func summaries() -> [SampleReport.Interval] {
    groups.map { key, group in
      var waits: [String: UInt64] = [:]
      for (stack, time) in group.sums.waiting {
        waits[profile.stacks.waitKind(of: stack).rawValue, default: 0] += time
      }
      let unknown = group.sums.waitingUnknown
      if unknown > 0 { waits["unknown", default: 0] += unknown }
      for (wait, time) in group.waits {
        waits[tasks?.kind(ofWait: wait) ?? "unknown", default: 0] += time
      }
      if group.absent > 0 { waits["not told"] = group.absent }
      return SampleReport.Interval(
        kind: catalog.label(of: key.kind).rawValue,
        name: name(key),
        count: group.count,
        untold: group.untold,
        wall: group.wall,
        times: group.sums.times,
        suspended: group.waits.values.reduce(group.absent, +),
        waits: waits,
        running: longest(group.sums.running),
        waiting: longest(group.sums.waiting)
      )
    }.sorted { ($0.wall, $0.untold, $1.kind, $1.name) > ($1.wall, $1.untold, $0.kind, $0.name) }
  }
}
