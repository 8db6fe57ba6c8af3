import TraceReading

// The begins and ends of intervals of any kind.
extension TraceAnalyzer {
  mutating func begin(_ begin: TraceBegin, at moment: Moment) {
    let key = key(begin.kind, begin.id, moment)
    noteVersion(of: begin, key, at: moment)
    let isRenamed = begin.kind == kinds.interval && !knownNames.isEmpty
    let known = isRenamed ? knownNames[key, begin: moment.time] : nil
    let group = group(
      IntervalGroup.Key(
        kind: begin.kind,
        name: known ?? begin.name ?? nameOfUpdate(begin, at: moment),
        subsystem: begin.subsystem,
        category: begin.category
      )
    )
    let (parent, wait) = place(of: begin, group: group, at: moment)
    let interval = OpenInterval(
      group: Int32(group),
      node: calls.node(of: group, below: parent?.node ?? CallTree.none),
      beginThreadIndex: Int32(moment.threadIndex),
      begin: moment.time,
      parent: parent?.key,
      wait: wait,
      version: begin.version
    )
    if let earlier = open.updateValue(interval, forKey: key) {
      groups[Int(earlier.group)].concurrency.end(at: moment.time)
      running.change(key.kind, by: -1, at: moment.time)
      faults.restarted[Int(earlier.group), default: 0] += 1
      if let parent = earlier.parent, let index = open.index(forKey: parent) {
        open.values[index].children.end(at: moment.time)
      }
      pass(earlier, key: key, details: nil)
    }
    if let parent, !spans.isEmpty { spans.inherit(of: parent.key, for: key, open: open) }
    sink?.begin(key, parent: parent?.key, at: moment.time)
    groups[group].concurrency.begin(at: moment.time)
    running.change(key.kind, by: 1, at: moment.time)
    if let parent, let index = open.index(forKey: parent.key) {
      open.values[index].children.begin(at: moment.time)
    }
  }

  /// The number of a group, which is added if new.
  mutating func group(_ key: IntervalGroup.Key) -> Int {
    let group = groups.index(of: key)
    if groups[group].isNew {
      groups[group].isNew = false
      search.insert(key.kind, namespace: catalog.intervals[Int(key.kind.index)].namespace)
    }
    return group
  }

  /// Ends an interval, and counts its outcome if its end has one.
  mutating func end(
    _ kind: TraceIntervalKind,
    id: UInt64,
    outcome: TraceSymbol?,
    at moment: Moment
  ) {
    let key = key(kind, id, moment)
    guard let interval = open.removeValue(forKey: key) else {
      if recent.node(of: key) != nil {
        faults.endsTwice += 1
      } else {
        faults.endsWithoutBegin[kind, default: 0] += 1
      }
      return
    }
    let group = Int(interval.group)
    let duration = moment.time - interval.begin
    let selfTime = duration - interval.children.total(until: moment.time)
    let cpuTime = interval.cpuTime(endedOn: moment.threadIndex)
    groups[group].record(duration: duration, selfTime: selfTime, cpuTime: cpuTime)
    silences.record(
      moment.processIndex,
      thread: Int(interval.beginThreadIndex),
      from: interval.begin,
      to: moment.time,
      cpuTime: cpuTime
    )
    groups[group].concurrency.end(at: moment.time)
    calls.record(interval.node, duration: duration, selfTime: selfTime)
    running.change(kind, by: -1, at: moment.time)
    if let parent = interval.parent, let index = open.index(forKey: parent) {
      open.values[index].children.end(at: moment.time)
    }
    recordFrame(key, interval, duration: duration, at: moment)
    let details = details.take(key)
    if let outcome { groups[group].outcomes[outcome, default: 0] += 1 }
    let place = Int(kind.index)
    while slowest.count <= place { slowest.append(SlowestIntervals()) }
    let isOfKind = slowest[place].takes(duration)
    let isOfName = duration > groups[group].slowest?.duration ?? -1
    if isOfKind || isOfName {
      let entry = SlowestIntervals.Entry(
        key: key,
        interval: interval,
        duration: duration,
        selfTime: selfTime,
        cpuTime: cpuTime,
        fields: fields(of: interval, details)
      )
      if isOfKind { slowest[place].insert(entry) }
      if isOfName { groups[group].slowest = entry }
    }
    if sink != nil {
      let end = (time: moment.time, threadIndex: moment.threadIndex)
      pass(interval, key: key, end: end, cpuTime: cpuTime, outcome: outcome, details: details)
    }
    recent.insert(interval.node, for: key)
  }

  /// The other fields of an interval, with the version of the state first.
  private func fields(of interval: OpenInterval, _ details: IntervalDetails?) -> [TraceField] {
    let fields = details?.fields ?? []
    guard interval.version != 0 else { return fields }
    let version = Int64(truncatingIfNeeded: interval.version)
    return [TraceField(key: kinds.version, value: .integer(version))] + fields
  }

  func key(_ kind: TraceIntervalKind, _ id: UInt64, _ moment: Moment) -> TraceIntervalID {
    TraceIntervalID(processIndex: moment.processIndex, kind: kind, id: id)
  }

  mutating func countNesting(below node: Int32, group: Int) {
    let child = groups[group].key
    nestings.count(child.kind, child.name, below: groups[Int(calls.nodes[Int(node)].group)].key)
  }

  /// The interval with an id: the innermost if an update, its listeners and its interceptors share it; or one that ended lately, because a
  /// task may outlive its parent.
  mutating func parentLink(
    _ id: UInt64,
    near kind: TraceIntervalKind,
    _ moment: Moment
  ) -> ParentLink? {
    guard id != 0 else { return nil }
    let namespace = catalog.intervals[Int(kind.index)].namespace
    for kind in search.kinds(in: namespace) {
      let key = key(kind, id, moment)
      if let interval = open[key] { return ParentLink(key: key, node: interval.node) }
    }
    for kind in search.recentKinds(in: namespace) {
      let key = key(kind, id, moment)
      if let node = recent.node(of: key) { return ParentLink(key: key, node: node) }
    }
    faults.missingParents += 1
    return nil
  }

  /// Adds a reading of the clock to the interval with the id that began last; the ends of interceptors have no reading.
  mutating func sample(_ id: UInt64, nanoseconds: Int64, at moment: Moment) {
    for kind in search.kinds(in: 0) where kind != kinds.interceptors {
      guard let index = open.index(forKey: key(kind, id, moment)) else { continue }
      open.values[index].add(
        OpenInterval.CPUSample(threadIndex: Int32(moment.threadIndex), nanoseconds: nanoseconds)
      )
      return
    }
    faults.unknownCPUSamples += 1
  }

  /// Passes an interval to the sink; without an end if it never ended.
  func pass(
    _ interval: OpenInterval,
    key: TraceIntervalID,
    end: (time: Int64, threadIndex: Int)? = nil,
    cpuTime: Int64? = nil,
    outcome: TraceSymbol? = nil,
    details: IntervalDetails?
  ) {
    guard let sink else { return }
    let group = groups[Int(interval.group)].key
    sink.take(
      TraceInterval(
        id: key,
        parent: interval.parent,
        name: group.name,
        subsystem: group.subsystem,
        category: group.category,
        beginThreadIndex: Int(interval.beginThreadIndex),
        endThreadIndex: end?.threadIndex,
        begin: interval.begin,
        end: end?.time,
        cpuTime: cpuTime,
        wait: interval.knownWait,
        outcome: outcome,
        fields: fields(of: interval, details),
        context: spans[key],
        parentSpanID: interval.parent.map { spans[$0]?.spanID ?? $0.derivedSpanID }
          ?? details?.parentSpanID ?? 0,
        links: details?.links ?? []
      )
    )
  }
}
