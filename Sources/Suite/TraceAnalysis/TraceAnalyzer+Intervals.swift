import TraceReading

// The begins and ends of intervals.
extension TraceAnalyzer {
  /// Begins an updater or side effect, and takes note of how long it waited.
  mutating func beginItem(
    _ kind: IntervalKind,
    id: UInt64,
    name: TraceSymbol,
    parentID: UInt64 = 0,
    at moment: Moment
  ) {
    let key = key(kind, id, moment)
    let group = group(kind, name: name)
    // Under one kind for all: which one begins tells its own name.
    let dispatch = dispatches.remove(self.key(.updater, id, moment))
    if let dispatch { groups[group].record(dispatch, begunAt: moment.time) }
    // The dispatch knew its parent at its own time, when that was open.
    let causal =
      dispatch.map(\.parent) ?? parentLink(parentID, processIndex: moment.processIndex)
    let parent = enclosingInterceptors(of: id, moment) ?? causal
    begin(
      key,
      group: group,
      parent: parent,
      wait: dispatch.map { moment.time - $0.time } ?? -1,
      at: moment
    )
  }

  /// Listeners are told of an update that has ended, so they stand where it stands.
  mutating func beginListeners(id: UInt64, at moment: Moment) {
    let update = self.key(.updater, id, moment)
    let node = open[update]?.node ?? recent.node(of: update)
    let name = node.flatMap { groups[Int(calls.nodes[Int($0)].group)].key.name }
    let parent =
      enclosingInterceptors(of: id, moment) ?? node.map { ParentLink(key: update, node: $0) }
    begin(
      key(.listeners, id, moment),
      group: group(.listeners, name: name),
      parent: parent,
      at: moment
    )
  }

  mutating func beginInterceptors(id: UInt64, name: TraceSymbol, at moment: Moment) {
    begin(
      key(.interceptors, id, moment),
      group: group(.interceptors, name: name),
      parent: dispatches[key(.updater, id, moment)]?.parent,
      at: moment
    )
  }

  /// Begins a pass of the framework: routing and its steps, layout, reconciliation.
  mutating func beginPass(
    _ kind: IntervalKind,
    id: UInt64,
    parentID: UInt64,
    name: TraceSymbol?,
    category: TraceSymbol? = nil,
    at moment: Moment
  ) {
    let group = group(kind, name: name, category: category)
    let parent = nest(parentID, group: group, processIndex: moment.processIndex)
    begin(key(kind, id, moment), group: group, parent: parent, at: moment)
  }

  /// Begins what a program marks with a signposter.
  mutating func beginInterval(id: UInt64, parentID: UInt64, group: Int, at moment: Moment) {
    let parent = nest(parentID, group: group, processIndex: moment.processIndex)
    begin(key(.interval, id, moment), group: group, parent: parent, at: moment)
  }

  /// Ends a side effect or a step of a router, and counts how.
  mutating func endWithOutcome(
    _ kind: IntervalKind,
    _ id: UInt64,
    _ outcome: TraceSymbol,
    at moment: Moment
  ) {
    guard let group = end(kind, id: id, at: moment, outcome: outcome) else { return }
    groups[group].outcomes[outcome, default: 0] += 1
  }

  /// - Returns: The group of the interval, or `nil` if it never began.
  mutating func end(
    _ kind: IntervalKind,
    id: UInt64,
    at moment: Moment,
    outcome: TraceSymbol? = nil
  ) -> Int? {
    let key = key(kind, id, moment)
    guard let interval = open.removeValue(forKey: key) else {
      if recent.node(of: key) == nil {
        endsWithoutBegin[kind, default: 0] += 1
      } else {
        endsTwice += 1
      }
      return nil
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
    setRunning(kind, by: -1, at: moment.time)
    if let parent = interval.parent, let index = open.index(forKey: parent) {
      open.values[index].children.end(at: moment.time)
    }
    let details = details.isEmpty ? nil : details.removeValue(forKey: key)
    if slowest[kind.ordinal].takes(duration) {
      slowest[kind.ordinal].insert(
        SlowestIntervals.Entry(
          key: key,
          group: interval.group,
          node: interval.node,
          begin: interval.begin,
          duration: duration,
          selfTime: selfTime,
          cpuTime: cpuTime,
          wait: interval.wait,
          details: details
        )
      )
    }
    if sink != nil {
      let end = (time: moment.time, threadIndex: moment.threadIndex)
      pass(interval, key: key, end: end, cpuTime: cpuTime, outcome: outcome, details: details)
    }
    recent.insert(interval.node, for: key)
    return group
  }

  /// Gives the sink what never ended, in the order of the begins.
  ///
  /// Called once, when the whole trace was consumed.
  public func finish() {
    guard sink != nil else { return }
    for (key, interval) in open.sorted(by: {
      ($0.value.begin, $0.key.id) < ($1.value.begin, $1.key.id)
    }) {
      pass(interval, key: key, details: details[key])
    }
  }

  func key(_ kind: IntervalKind, _ id: UInt64, _ moment: Moment) -> TraceIntervalID {
    TraceIntervalID(processIndex: moment.processIndex, kind: kind, id: id)
  }

  private func enclosingInterceptors(of id: UInt64, _ moment: Moment) -> ParentLink? {
    let key = key(.interceptors, id, moment)
    return open[key].map { ParentLink(key: key, node: $0.node) }
  }

  private mutating func begin(
    _ key: TraceIntervalID,
    group: Int,
    parent: ParentLink?,
    wait: Int64 = -1,
    at moment: Moment
  ) {
    let interval = OpenInterval(
      group: group,
      node: calls.node(of: group, below: parent?.node ?? CallTree.none),
      beginThreadIndex: moment.threadIndex,
      begin: moment.time,
      parent: parent?.key,
      wait: wait
    )
    if let earlier = open.updateValue(interval, forKey: key) {
      groups[Int(earlier.group)].concurrency.end(at: moment.time)
      setRunning(key.kind, by: -1, at: moment.time)
      restarted[Int(earlier.group), default: 0] += 1
      if let parent = earlier.parent, let index = open.index(forKey: parent) {
        open.values[index].children.end(at: moment.time)
      }
      pass(earlier, key: key, details: nil)
    }
    if let parent, !contexts.isEmpty { inheritContext(of: parent.key, for: key) }
    sink?.begin(key, parent: parent?.key, at: moment.time)
    groups[group].concurrency.begin(at: moment.time)
    setRunning(key.kind, by: 1, at: moment.time)
    if let parent, let index = open.index(forKey: parent.key) {
      open.values[index].children.begin(at: moment.time)
    }
  }

  private mutating func setRunning(_ kind: IntervalKind, by change: Int64, at time: Int64) {
    let index = kind.ordinal
    runningCounts[index] += change
    if running[index] == nil {
      running[index] = TimeSeries(runningCounts[index], at: time)
    } else {
      running[index]?.set(runningCounts[index], at: time)
    }
  }

  /// Gives the sink an interval; without an end if it never ended.
  private func pass(
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
        wait: interval.wait < 0 ? nil : interval.wait,
        outcome: outcome,
        fields: details?.fields ?? [],
        context: contexts[key],
        parentSpanID: interval.parent.map { contexts[$0]?.spanID ?? $0.derivedSpanID }
          ?? details?.parentSpanID ?? 0,
        links: details?.links ?? []
      )
    )
  }
}

extension IntervalGroup {
  fileprivate mutating func record(duration: Int64, selfTime: Int64, cpuTime: Int64?) {
    durations.record(UInt64(clamping: duration))
    self.selfTime &+= selfTime
    guard let cpuTime else { return }
    cpuTimeTotal &+= cpuTime
    cpuTimeCount += 1
  }

  fileprivate mutating func record(_ dispatch: PendingDispatches.Dispatch, begunAt time: Int64) {
    waits = waits ?? DurationRecorder()
    waits?.record(UInt64(clamping: time &- dispatch.time))
    if !dispatchKinds.contains(dispatch.kind) { dispatchKinds.append(dispatch.kind) }
    maximumQueueDepth = max(maximumQueueDepth, dispatch.depth)
    if dispatch.parentID != 0 { nestedDispatches += 1 }
  }
}
