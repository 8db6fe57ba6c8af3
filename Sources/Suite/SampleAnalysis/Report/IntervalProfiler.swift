package import TraceAnalysis
package import TraceReading

/// Finds what the thread of each interval did meanwhile.
///
/// An interval of an asynchronous function may end on another thread, or share its thread with others for a while. No thread's samples show
/// what it did in between, so it is only counted. If a descendant on one thread took most of its time, that one explains why it was slow.
package final class IntervalProfiler: TraceIntervalSink {
  private struct Key: Hashable {
    let kind: TraceIntervalKind
    let name: TraceSymbol?
  }

  private struct Group {
    var count: UInt64 = 0
    var untold: UInt64 = 0
    var wall: UInt64 = 0
    var sums = StackSums()

    mutating func add(_ timeline: ThreadTimeline, in range: Range<UInt64>, period: UInt64) {
      count += 1
      wall += UInt64(range.count)
      sums.add(timeline, in: range, period: period)
    }
  }

  /// The time of an interval on one thread.
  private struct Part: Equatable {
    let key: Key
    let thread: SampleProfile.ThreadID
    let range: Range<UInt64>
  }

  private struct Slow {
    let key: Key
    let wall: UInt64
    /// The interval itself, or the descendant that took most of it.
    let part: Part
  }

  private static let slowCount = 10
  /// The share of an interval that a descendant must have to be the reason.
  private static let mostOfIt = 0.9
  private static let mostOfMoved = 0.5
  /// Bounded: intervals whose parents ended before them must not fill the memory.
  private static let maximumParts = 1 << 16
  private static let stackCount = 3

  private let profile: SampleProfile
  private let catalog: TraceCatalog
  private let clockOffset: Int64
  private let next: (any TraceIntervalSink)?
  private var groups: [Key: Group] = [:]
  private var slow: [Slow] = []
  /// The longest descendant on one thread of each interval that hasn't ended.
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
    guard let end = interval.end else { return }
    let key = Key(kind: interval.kind, name: interval.name)
    let begin = interval.begin - clockOffset
    guard begin > 0, end >= interval.begin else { return }
    let range = UInt64(begin)..<UInt64(end - clockOffset)
    let id = SampleProfile.ThreadID(interval.beginThreadIndex, in: catalog)
    let wall = UInt64(range.count)
    func isMost(_ share: Double) -> Bool {
      inner.map { Double($0.range.count) >= Double(wall) * share } ?? false
    }
    var part = isMost(Self.mostOfMoved) ? inner : nil
    if interval.endThreadIndex == interval.beginThreadIndex, !isShared,
      let timeline = profile.threads[id]
    {
      groups[key, default: Group()].add(timeline, in: range, period: profile.period)
      if !isMost(Self.mostOfIt) { part = Part(key: key, thread: id, range: range) }
    } else {
      groups[key, default: Group()].untold += 1
    }
    guard let part else { return }
    if let parent = interval.parent, parts.count < Self.maximumParts,
      parts[parent].map({ $0.range.count < part.range.count }) ?? true
    {
      parts[parent] = part
    }
    note(Slow(key: key, wall: wall, part: part))
  }

  /// Notes an interval that may be one of the slowest.
  private func note(_ candidate: Slow) {
    guard slow.count < Self.slowCount || candidate.wall > slow[slow.count - 1].wall else { return }
    // Its descendants with the same part were slow for the same reason.
    slow.removeAll { $0.part == candidate.part }
    let place = slow.firstIndex { $0.wall < candidate.wall } ?? slow.count
    slow.insert(candidate, at: place)
    if slow.count > Self.slowCount { slow.removeLast() }
  }

  private func name(_ key: Key) -> String { key.name.map(catalog.string) ?? "(name unknown)" }

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
      return SampleReport.Interval(
        kind: catalog.label(of: key.kind).rawValue,
        name: name(key),
        count: group.count,
        untold: group.untold,
        wall: group.wall,
        times: group.sums.times,
        waits: waits,
        running: longest(group.sums.running),
        waiting: longest(group.sums.waiting)
      )
    }.sorted { ($0.wall, $0.untold, $1.kind, $1.name) > ($1.wall, $1.untold, $0.kind, $0.name) }
  }

  /// The longest intervals, each with the reason.
  func sentences() -> [SampleReport.Slow] {
    slow.compactMap { slow in
      let part = slow.part
      guard let timeline = profile.threads[part.thread] else { return nil }
      var sums = StackSums()
      sums.add(timeline, in: part.range, period: profile.period)
      let isItself = part.key == slow.key && UInt64(part.range.count) == slow.wall
      return SampleReport.Slow(
        kind: catalog.label(of: slow.key.kind).rawValue,
        name: name(slow.key),
        wall: slow.wall,
        sentence: "\(SampleReport.text(slow.wall)): "
          + reason(sums, part: isItself ? "" : " in `\(name(part.key))`"),
        begin: Int64(part.range.lowerBound) + clockOffset,
        length: UInt64(part.range.count),
        process: part.thread.process,
        thread: part.thread.thread
      )
    }
  }

  /// Where most of the time was spent, by the innermost meaningful functions.
  ///
  /// - Parameters:
  ///   - sums: The part of the interval to describe.
  ///   - part: Words for that part; empty for the interval itself.
  /// - Returns: The clause, without a full stop.
  private func reason(_ sums: StackSums, part: String) -> String {
    let most = max(sums.times.running, sums.times.ready, sums.times.waiting)
    guard most > 0 else { return "nothing is known of its thread\(part)" }
    let time = SampleReport.text(most)
    if most == sums.times.ready { return "\(time) ready to run\(part), without a processor" }
    let isWaiting = most == sums.times.waiting
    let verb = isWaiting ? "blocked" : "running"
    guard let stack = (isWaiting ? sums.waiting : sums.running).max(by: { $0.value < $1.value })
    else { return "\(time) \(verb)\(part), of which no stack is known" }
    let kind = isWaiting ? " " + profile.stacks.waitKind(of: stack.key).phrase : ""
    return "\(time) \(verb)\(kind)\(part), mostly \(place(stack.key, isWaiting: isWaiting))"
  }

  /// The innermost function outside the system, with a more precise one below it: for a wait the function that it called, otherwise the
  /// innermost one outside the C library.
  private func place(_ stack: Int32, isWaiting: Bool) -> String {
    let functions = profile.stacks.functions(of: stack)
    let own = functions.firstIndex { !$0.isOfSystem }
    let first =
      isWaiting
      ? own.map { max(0, $0 - 1) }
      : functions.firstIndex { !$0.object.hasPrefix("libc.") && !$0.object.isEmpty }
    guard let place = first ?? functions.indices.first else { return "in code that can't be told" }
    guard let own, own != place else { return "in `\(functions[place].name)`" }
    return "in `\(functions[place].name)` under `\(functions[own].name)`"
  }
}
