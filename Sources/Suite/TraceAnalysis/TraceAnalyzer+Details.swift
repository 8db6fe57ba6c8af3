import TraceReading

// Fields, and what spans are to other processes.
extension TraceAnalyzer {
  /// Where nobody ends or emits what fields were for, nothing would ever take them out.
  private static let maximumDetails = 65_536
  private static let maximumSpans = 1 << 20

  mutating func add(
    to id: UInt64,
    processIndex: Int,
    _ change: (inout IntervalDetails) -> Void
  ) {
    let key = TraceIntervalID(processIndex: processIndex, kind: .interval, id: id)
    if details.count >= Self.maximumDetails, details[key] == nil {
      // The oldest go: in a trace in order those are what nothing came for.
      for key in details.keys where open[key] == nil { details[key] = nil }
    }
    change(&details[key, default: IntervalDetails()])
  }

  /// The fields that came before an event, for it; those of an interval with the same id stay.
  mutating func takeFields(ofPointWith id: UInt64, processIndex: Int) -> [TraceField] {
    guard !details.isEmpty else { return [] }
    let key = TraceIntervalID(processIndex: processIndex, kind: .interval, id: id)
    guard open[key] == nil else { return [] }
    return details.removeValue(forKey: key)?.fields ?? []
  }

  /// Gives an interval the name that its field `name` says: a server's span learns its route only after
  /// it has begun.
  mutating func rename(_ id: UInt64, by field: TraceField, at moment: Moment) {
    guard case .text(let name) = field.value, catalog.string(field.key) == "name" else { return }
    let key = key(.interval, id, moment)
    guard let interval = open[key] else { return }
    let old = Int(interval.group)
    let symbol = catalog.symbol(for: name)
    if knownNames.isEmpty, groups[old].key.name != symbol {
      laterNames[key, begin: interval.begin] = symbol
    }
    // Here it changes its name where it is; another reading, for which it is noted, knows it from the begin.
    if knownNames[key, begin: interval.begin] != nil { return }
    let new = group(
      .interval,
      name: symbol,
      subsystem: groups[old].key.subsystem,
      category: groups[old].key.category
    )
    guard new != old else { return }
    groups[old].concurrency.end(at: moment.time)
    groups[new].concurrency.begin(at: moment.time)
    let above = calls.nodes[Int(interval.node)].parent
    open[key]?.group = Int32(new)
    open[key]?.node = calls.node(of: new, below: above)
  }

  /// Takes note of who an interval is to other processes, and finds its parent among theirs.
  mutating func identify(
    _ id: UInt64,
    as context: TraceSpanContext,
    parentSpanID: UInt64,
    at moment: Moment
  ) {
    add(to: id, processIndex: moment.processIndex) { $0.parentSpanID = parentSpanID }
    let key = key(.interval, id, moment)
    if spans.count >= Self.maximumSpans { spans = spans.filter { open[$0.value] != nil } }
    spans[context.spanID] = key
    remember(context, for: key)
    guard parentSpanID != 0, let interval = open[key], interval.parent == nil else { return }
    guard let parent = spans[parentSpanID],
      let node = open[parent]?.node ?? recent.node(of: parent)
    else {
      missingParents += 1
      return
    }
    // Its begin came before who it is, so it moves to where it belongs.
    open[key]?.parent = parent
    sink?.begin(key, parent: parent, at: interval.begin)
    open[key]?.node = calls.node(of: Int(interval.group), below: node)
    if let index = open.index(forKey: parent) {
      open.values[index].children.begin(at: interval.begin)
    }
    countNesting(below: node, group: Int(interval.group))
  }

  /// A child belongs to the trace of its parent, also where the child itself says nothing of it.
  mutating func inheritContext(of parent: TraceIntervalID, for key: TraceIntervalID) {
    guard let context = contexts[parent] else { return }
    remember(
      TraceSpanContext(
        traceIDHigh: context.traceIDHigh,
        traceIDLow: context.traceIDLow,
        spanID: key.derivedSpanID
      ),
      for: key
    )
  }

  private mutating func remember(_ context: TraceSpanContext, for key: TraceIntervalID) {
    if contexts.count >= Self.maximumSpans { contexts = contexts.filter { open[$0.key] != nil } }
    contexts[key] = context
  }
}
