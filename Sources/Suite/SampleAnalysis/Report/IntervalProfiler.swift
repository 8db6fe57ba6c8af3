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

    mutating func add(
      _ part: Part,
      _ first: ThreadTimeline?,
      _ last: ThreadTimeline?,
      period: UInt64
    ) {
      count += 1
      wall += UInt64(part.range.count)
      absent += UInt64(part.absence.count)
      part.add(to: &sums, first, last, period: period)
      if let work = part.work { waits.merge(work.waits, uniquingKeysWith: +) }
    }
  }

  struct Slow {
    let key: Key
    let wall: UInt64
    /// The interval itself, or the descendant that took most of it.
    let part: Part
  }

  /// How many rows are told, and how many intervals these are of at most.
  static let slowRows = 10
  static let slowCount = 100
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
  /// Without samples only intervals of recorded tasks are told.
  let hasSamples: Bool
  let stacksWaitingForWork: Set<Int32>
  /// The tasks of the trace, if there are any.
  package var tasks: (any IntervalTasks)?
  private var groups: [Key: Group] = [:]
  private(set) var slow: [Slow] = []
  /// Intervals within these, which were slow for the same reason, and the longest of each name.
  private(set) var covered: [Slow] = []
  private(set) var longest: [Key: Slow] = [:]
  /// The oldest intervals that haven't ended, in the order of their begins.
  private(set) var unended: [TraceInterval] = []
  /// The descendant of each interval that hasn't ended that would explain it best.
  private var parts: [TraceIntervalID: Part] = [:]
  private var sharing = ThreadSharing()

  /// Creates a profiler for the intervals of a reader.
  ///
  /// - Parameters:
  ///   - profile: The samples of the trace; one without threads if there are none.
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
    hasSamples = !profile.threads.isEmpty
    stacksWaitingForWork = profile.stacks.stacksWaitingForWork()
  }

  package func start(at time: Int64) { next?.start(at: time) }

  package func observe(_ event: TraceEvent) { next?.observe(event) }

  package func begin(_ id: TraceIntervalID, parent: TraceIntervalID?, at time: Int64) {
    next?.begin(id, parent: parent, at: time)
    if hasSamples { sharing.begin(id, parent: parent) }
  }

  package func take(_ event: TraceEvent, fields: [TraceField]) { next?.take(event, fields: fields) }

  package func take(_ interval: TraceInterval) {
    next?.take(interval)
    guard hasSamples || tasks?.hasIntervals ?? false else { return }
    let inner = parts.removeValue(forKey: interval.id)
    let isShared = hasSamples && sharing.isShared(interval, catalog: catalog)
    guard let end = interval.end else { return noteUnended(interval) }
    let work = tasks?.takeWork(of: interval.id, begun: interval.begin)
    guard hasSamples || work != nil, end >= interval.begin,
      let own = part(interval, until: end, work, isShared: isShared)
    else { return }
    if hasSamples { add(own) }
    let part = Self.explanation(of: own, inner)
    if let parent = interval.parent, parts.count < Self.maximumParts,
      parts[parent].map({ Self.isCloser(part, than: $0) }) ?? true
    {
      parts[parent] = part
    }
    note(Slow(key: own.key, wall: UInt64(own.range.count), part: part))
  }

  /// Adds an interval to the sums of its kind and name.
  private func add(_ part: Part) {
    let (first, last) = (profile.threads[part.first], profile.threads[part.last])
    guard part.work != nil || first != nil else {
      groups[part.key, default: Group()].untold += 1
      return
    }
    groups[part.key, default: Group()].add(part, first, last, period: profile.period)
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

  /// Notes an interval that hasn't ended.
  private func noteUnended(_ interval: TraceInterval) {
    let place = unended.firstIndex { $0.begin > interval.begin } ?? unended.count
    guard place < Self.slowCount else { return }
    unended.insert(interval, at: place)
    if unended.count > Self.slowCount { unended.removeLast() }
  }

  /// Notes an interval that may be one of the slowest.
  private func note(_ candidate: Slow) {
    if candidate.wall >= UInt64(TraceReport.leastSlow),
      candidate.wall > longest[candidate.key]?.wall ?? 0
    {
      longest[candidate.key] = candidate
    }
    guard slow.count < Self.slowCount || candidate.wall > slow[slow.count - 1].wall else { return }
    // Its descendants with the same part were slow for the same reason.
    covered += slow.filter { $0.part.isSame(as: candidate.part) }
    slow.removeAll { $0.part.isSame(as: candidate.part) }
    if covered.count > 2 * Self.slowCount {
      covered.sort { $0.wall > $1.wall }
      covered.removeSubrange(Self.slowCount...)
    }
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
