import TraceReading

// The few kinds with a further meaning than being intervals: the items of a store, and the program's own.
extension TraceAnalyzer {
  /// Adds an item that was handed to a store.
  mutating func enqueue(_ dispatch: PendingDispatches.Dispatch, id: UInt64, at moment: Moment) {
    var dispatch = dispatch
    dispatch.parent = parentLink(dispatch.parentID, near: kinds.updater, moment)
    if let parent = dispatch.parent {
      let isEffect = catalog.string(dispatch.kind) == "side_effect"
      nestings.count(
        isEffect ? kinds.sideEffect : kinds.updater,
        dispatch.name,
        below: groups[Int(calls.nodes[Int(parent.node)].group)].key
      )
    }
    // All items have this kind: the one that begins later has its own name.
    dispatches.pending.insert(dispatch, for: key(kinds.updater, id, moment))
  }

  /// The parent of an interval, and how long it waited; -1 if unknown.
  ///
  /// An update or side effect is a child of its interceptors, or of its dispatcher; the interceptors are a child of the dispatcher;
  /// listeners, which are called after their update has ended, are its children.
  mutating func place(
    of begin: TraceBegin,
    group: Int,
    at moment: Moment
  ) -> (parent: ParentLink?, wait: Int64) {
    switch begin.kind {
    case kinds.updater, kinds.sideEffect:
      let dispatch = dispatches.pending.remove(key(kinds.updater, begin.id, moment))
      if let dispatch { groups[group].record(dispatch, begunAt: moment.time) }
      // The dispatch found its parent at its own time, when the parent was open.
      let causal =
        dispatch.map(\.parent) ?? parentLink(begin.parentID, near: begin.kind, moment)
      return (
        enclosingInterceptors(of: begin.id, moment) ?? causal,
        dispatch.map { moment.time - $0.time } ?? -1
      )
    case kinds.listeners:
      let interceptors = enclosingInterceptors(of: begin.id, moment)
      return (interceptors ?? update(of: begin, at: moment), -1)
    case kinds.interceptors:
      return (dispatches.pending[key(kinds.updater, begin.id, moment)]?.parent, -1)
    default:
      let parent = parentLink(begin.parentID, near: begin.kind, moment)
      if let parent { countNesting(below: parent.node, group: group) }
      return (parent, -1)
    }
  }

  /// The update that listeners are called for.
  private func update(of listeners: TraceBegin, at moment: Moment) -> ParentLink? {
    let update = key(kinds.updater, listeners.id, moment)
    return (open[update]?.node ?? recent.node(of: update)).map { ParentLink(key: update, node: $0) }
  }

  /// Listeners have the name of their update, which their begin lacks in traces of earlier versions.
  func nameOfUpdate(_ begin: TraceBegin, at moment: Moment) -> TraceSymbol? {
    guard begin.kind == kinds.listeners, let node = update(of: begin, at: moment)?.node else {
      return nil
    }
    return groups[Int(calls.nodes[Int(node)].group)].key.name
  }

  private func enclosingInterceptors(of id: UInt64, _ moment: Moment) -> ParentLink? {
    let key = key(kinds.interceptors, id, moment)
    return open[key].map { ParentLink(key: key, node: $0.node) }
  }

  /// Notes the version of the state that an update makes or a frame shows.
  mutating func noteVersion(of begin: TraceBegin, _ key: TraceIntervalID, at moment: Moment) {
    switch begin.kind {
    case kinds.updater:
      frames.update(to: begin.version, in: moment.processIndex, at: moment.time)
    case kinds.frame: frames.begin(key, name: begin.name, version: begin.version)
    default: break
    }
  }

  /// Adds a frame, or a part of one, that has ended.
  mutating func recordFrame(
    _ key: TraceIntervalID,
    _ interval: OpenInterval,
    duration: Int64,
    at moment: Moment
  ) {
    if key.kind == kinds.frame {
      frames.end(key, duration: duration, at: moment.time)
    } else if frames.hasOpenFrames, let phase = kinds.phases.firstIndex(of: key.kind) {
      var outer: Int?
      var parent = interval.parent
      while let above = parent, above.kind != kinds.frame {
        outer = outer ?? kinds.phases.firstIndex(of: above.kind)
        parent = open[above]?.parent
      }
      if let parent { frames.record(phase, inside: outer, duration, of: parent) }
    }
  }

  /// Renames an interval after its field `name`: a server's span learns its route only after its begin.
  mutating func rename(_ id: UInt64, by field: TraceField, at moment: Moment) {
    guard case .text(let name) = field.value, catalog.string(field.key) == "name" else { return }
    let key = key(kinds.interval, id, moment)
    guard let interval = open[key] else { return }
    let old = Int(interval.group)
    let symbol = catalog.symbol(for: name)
    if knownNames.isEmpty, groups[old].key.name != symbol {
      laterNames[key, begin: interval.begin] = symbol
    }
    // This reading renames it from here on; the second reading, which uses the note, knows the name from the begin.
    if knownNames[key, begin: interval.begin] != nil { return }
    let new = group(
      IntervalGroup.Key(
        kind: kinds.interval,
        name: symbol,
        subsystem: groups[old].key.subsystem,
        category: groups[old].key.category
      )
    )
    guard new != old else { return }
    groups[old].concurrency.end(at: moment.time)
    groups[new].concurrency.begin(at: moment.time)
    let above = calls.nodes[Int(interval.node)].parent
    open[key]?.group = Int32(new)
    open[key]?.node = calls.node(of: new, below: above)
  }

  /// Notes the identity of an interval for other processes, and finds its parent among theirs.
  mutating func identify(
    _ id: UInt64,
    as context: TraceSpanContext,
    parentSpanID: UInt64,
    at moment: Moment
  ) {
    let key = key(kinds.interval, id, moment)
    details.change(key, open: open) { $0.parentSpanID = parentSpanID }
    spans.identify(key, as: context, open: open)
    guard parentSpanID != 0, let interval = open[key], interval.parent == nil else { return }
    guard let parent = spans.interval(parentSpanID),
      let node = open[parent]?.node ?? recent.node(of: parent)
    else {
      faults.missingParents += 1
      return
    }
    // Its begin came before its identity, so it moves now.
    open[key]?.parent = parent
    sink?.begin(key, parent: parent, at: interval.begin)
    open[key]?.node = calls.node(of: Int(interval.group), below: node)
    if let index = open.index(forKey: parent) {
      open.values[index].children.begin(at: interval.begin)
    }
    countNesting(below: node, group: Int(interval.group))
  }
}
