package import TraceAnalysis
package import TraceReading

/// Tells of each interval what its thread did meanwhile.
///
/// An interval that ends on another thread than it began on, as asynchronous functions may, is counted and not told: what its task did
/// in between is no thread's.
package final class IntervalProfiler: TraceIntervalSink {
  private struct Key: Hashable {
    let kind: TraceIntervalKind
    let name: TraceSymbol?
  }

  private struct Group {
    var count: UInt64 = 0
    var untold: UInt64 = 0
    var wall: UInt64 = 0
    var times = ThreadTimeline.Times()
    var running: [Int32: UInt64] = [:]
    var waiting: [Int32: UInt64] = [:]
    var unknown: UInt64 = 0
  }

  private struct Slow {
    let key: Key
    let wall: UInt64
    let thread: SampleProfile.ThreadID
    let range: Range<UInt64>
  }

  private static let slowCount = 10
  private static let stackCount = 3

  private let profile: SampleProfile
  private let catalog: TraceCatalog
  private let clockOffset: Int64
  private let next: (any TraceIntervalSink)?
  private var groups: [Key: Group] = [:]
  private var slow: [Slow] = []

  /// Makes one of the intervals of a reader.
  ///
  /// - Parameters:
  ///   - profile: The samples of the trace.
  ///   - catalog: The catalog of the reader.
  ///   - clockOffset: What a time of the samples has to be added to for that of an event.
  ///   - next: Is told everything as well.
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
  }

  package func take(_ event: TraceEvent, fields: [TraceField]) { next?.take(event, fields: fields) }

  package func take(_ interval: TraceInterval) {
    next?.take(interval)
    guard let end = interval.end else { return }
    let key = Key(kind: interval.kind, name: interval.name)
    let begin = interval.begin - clockOffset
    guard begin > 0, end >= interval.begin else { return }
    let range = UInt64(begin)..<UInt64(end - clockOffset)
    let thread = catalog.threads[interval.beginThreadIndex]
    let process = catalog.processes[thread.processIndex]
    let id = SampleProfile.ThreadID(
      process: Int32(truncatingIfNeeded: process.processID ?? -1),
      thread: Int32(truncatingIfNeeded: thread.threadID ?? -1)
    )
    guard interval.endThreadIndex == interval.beginThreadIndex, let timeline = profile.threads[id]
    else {
      groups[key, default: Group()].untold += 1
      return
    }
    let wall = UInt64(range.count)
    add(timeline, range, to: &groups[key, default: Group()], wall: wall)
    if slow.count < Self.slowCount || wall > slow[slow.count - 1].wall {
      let place = slow.firstIndex { $0.wall < wall } ?? slow.count
      slow.insert(Slow(key: key, wall: wall, thread: id, range: range), at: place)
      if slow.count > Self.slowCount { slow.removeLast() }
    }
  }

  private func add(
    _ timeline: ThreadTimeline,
    _ range: Range<UInt64>,
    to group: inout Group,
    wall: UInt64
  ) {
    group.count += 1
    group.wall += wall
    group.times += timeline.times(in: range)
    timeline.forEachSample(in: range) { group.running[$0, default: 0] += profile.period }
    timeline.forEachWait(in: range) { stack, time in
      if stack < 0 { group.unknown += time } else { group.waiting[stack, default: 0] += time }
    }
  }

  private func name(_ key: Key) -> String { key.name.map(catalog.string) ?? "(name unknown)" }

  private func names(_ stack: Int32) -> [String] {
    profile.stacks.stacks[Int(stack)].map { profile.stacks.functions[Int($0)].name }
  }

  private func longest(_ stacks: [Int32: UInt64]) -> [SampleReport.Stack] {
    stacks.map { SampleReport.Stack(functions: names($0.key), time: $0.value) }
      .sorted { ($0.time, $1.functions.joined()) > ($1.time, $0.functions.joined()) }
      .prefix(Self.stackCount).map { $0 }
  }

  /// What was found, the kind and name with the largest wall time first.
  func summaries() -> [SampleReport.Interval] {
    groups.map { key, group in
      var waits: [String: UInt64] = [:]
      for (stack, time) in group.waiting {
        waits[WaitKind(names: names(stack)).rawValue, default: 0] += time
      }
      if group.unknown > 0 { waits["unknown", default: 0] += group.unknown }
      return SampleReport.Interval(
        kind: catalog.label(of: key.kind).rawValue,
        name: name(key),
        count: group.count,
        untold: group.untold,
        wall: group.wall,
        times: group.times,
        waits: waits,
        running: longest(group.running),
        waiting: longest(group.waiting)
      )
    }.sorted { ($0.wall, $0.untold, $1.kind, $1.name) > ($1.wall, $1.untold, $0.kind, $0.name) }
  }

  /// The longest intervals, each with why it was long.
  func sentences() -> [SampleReport.Slow] {
    slow.compactMap { slow in
      guard let timeline = profile.threads[slow.thread] else { return nil }
      var group = Group()
      add(timeline, slow.range, to: &group, wall: slow.wall)
      return SampleReport.Slow(
        kind: catalog.label(of: slow.key.kind).rawValue,
        name: name(slow.key),
        wall: slow.wall,
        sentence: sentence(group)
      )
    }
  }

  /// Where most of the time was, in the innermost functions that say something.
  private func sentence(_ group: Group) -> String {
    let total = Self.text(group.wall)
    let parts = [group.times.running, group.times.ready, group.times.waiting]
    guard let most = parts.max(), most > 0 else {
      return "\(total): nothing is known of its thread"
    }
    if most == group.times.ready {
      return "\(total): \(Self.text(most)) ready to run, without a processor"
    }
    let isWaiting = most == group.times.waiting
    let verb = isWaiting ? "blocked" : "running"
    guard let stack = (isWaiting ? group.waiting : group.running).max(by: { $0.value < $1.value })
    else { return "\(total): \(Self.text(most)) \(verb), of which no stack is known" }
    let kind = isWaiting ? " " + WaitKind(names: names(stack.key)).phrase : ""
    return "\(total): \(Self.text(most)) \(verb)\(kind), mostly \(place(stack.key))"
  }

  /// The innermost function that isn't of the C library, and the innermost that is of none of the system.
  private func place(_ stack: Int32) -> String {
    let functions = profile.stacks.stacks[Int(stack)].map { profile.stacks.functions[Int($0)] }
    let first =
      functions.first { !$0.object.hasPrefix("libc.") && !$0.object.isEmpty } ?? functions.first
    let own = functions.first { !$0.isOfSystem }
    guard let first else { return "in code that can't be told" }
    guard let own, own != first else { return "in `\(first.name)`" }
    return "in `\(first.name)` under `\(own.name)`"
  }

  private static func text(_ time: UInt64) -> String { SampleReport.text(time) }
}
