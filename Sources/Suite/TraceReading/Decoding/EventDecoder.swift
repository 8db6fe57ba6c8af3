#if HAS_BABELTRACE
/// Turns the events that a front end finds in a trace into ``TraceEvent``s, and counts them.
///
/// There are two front ends: libbabeltrace2, and the reader of LTTng's files without it. Each declares the layouts of its events
/// (``addLayout(_:payload:context:hasClock:)``), then passes each event as its layout's number and two ``EventFields``.
struct EventDecoder {
  /// The properties that all events of one stream share.
  struct Source {
    let hostname: TraceSymbol
    /// For traces with a buffer for each process, which name it in their metadata.
    let processID: Int64?
    let processName: String?
  }

  struct CachedThread {
    var key: TraceCatalog.ThreadKey?
    var index: Int = 0
    var process: Int = 0
  }

  private static let cacheSize = 64

  /// A field whose values are summed.
  private struct Sum {
    let field: EventLayout.Field
    var total: TraceTotal
  }

  let catalog: TraceCatalog
  /// The pairs of events that make intervals, as far as traces have declared them.
  var pairs: PairTable
  /// What was read so far, without the additions of ``finish()``.
  var summary = TraceReadSummary()
  private var missingContexts: Set<String> = []
  private var layouts: [EventLayout] = []
  var stacks = ThreadStacks()
  var dictionary = TextDictionary()
  private var sums: [Sum] = []
  // For the depths of queues, which have no names.
  let queueDepth: (name: TraceSymbol, subsystem: TraceSymbol, category: TraceSymbol)
  // A direct-mapped cache before the dictionary: a trace has few threads at a time, and a dictionary look-up for each event
  // would cost more than decoding it.
  private var threadCache = Array(repeating: CachedThread(), count: cacheSize)
  // Event counts by name and by thread, until the catalog gets them: access to an object's properties costs a check each time.
  private var classCounts: [UInt64] = []
  private var threadCounts: [UInt64] = []

  init(catalog: TraceCatalog, pairRules: [TracePairRule]) {
    self.catalog = catalog
    pairs = PairTable(catalog: catalog, rules: pairRules)
    queueDepth = (
      catalog.symbol(for: "queue depth"), catalog.symbol(for: "katana"),
      catalog.symbol(for: "store")
    )
  }

  /// Whether the events of a layout have times.
  func hasClock(_ layout: Int) -> Bool { layouts[layout].hasClock }

  /// Counts an event that has no time.
  mutating func countEventWithoutClock(layout index: Int) {
    summary.eventCount += 1
    summary.eventsWithoutClock += 1
    catalog.eventClasses[layouts[index].classIndex].count += 1
  }

  /// Decodes an event, and counts it.
  ///
  /// Calls `deliver` with what it tells: each of the fields that it packs, and nothing where it only tells names.
  mutating func decode(
    layout index: Int,
    context: EventFields,
    payload fields: EventFields,
    timestamp: Int64,
    source: Source,
    deliver: (TraceEvent) -> Void
  ) {
    let layout = layouts[index]
    var fields = fields
    fields.isEscaped = layout.isEscaped
    if case .special(let special) = layout.role, special.isOfNames {
      let process = layout.processID.map { context.signed($0) } ?? source.processID
      return name(special, fields, layout.fields, process, of: source.hostname)
    }
    let thread = thread(of: context, layout: layout, source: source)
    summary.eventCount += 1
    count(class: layout.classIndex, thread: thread.index)
    if !layout.sums.isEmpty { add(fields, layout.sums) }
    func tell(_ payload: TracePayload) {
      deliver(
        TraceEvent(
          timestamp: timestamp,
          threadIndex: thread.index,
          processIndex: thread.process,
          classIndex: layout.classIndex,
          payload: payload
        )
      )
    }
    if case .special(.fields) = layout.role {
      let id = fields.integer(layout.fields.0)
      forEachField(in: fields, layout.fields.1.index, process: thread.process) {
        tell(.field(id: id, $0))
      }
    } else {
      tell(payload(of: fields, layout: layout, in: thread))
    }
  }

  /// Notes a name of a process, or one that it gives a number.
  ///
  /// It isn't counted: LTTng's own thread tells names, too.
  private mutating func name(
    _ special: EventLayout.Special,
    _ fields: EventFields,
    _ places: EventLayout.Fields,
    _ processID: Int64?,
    of hostname: TraceSymbol
  ) {
    var process: Int {
      catalog.processIndex(
        for: TraceCatalog.ThreadKey(hostname: hostname, processID: processID, threadID: nil)
      )
    }
    switch special {
    case .text where fields.integer(places.0) == 0:
      dictionary.tellAll(Int(fields.string(places.1.index)), in: process)
    case .text:
      dictionary.define(fields.integer(places.0), as: symbol(fields, places.1.index), in: process)
    case .series:
      let names = (
        symbol(fields, places.1.index), symbol(fields, places.2.index),
        symbol(fields, places.3.index)
      )
      dictionary.define(fields.integer(places.0), isSeries: true, as: names, in: process)
    default:
      guard let processID else { return }
      let text = fields.string(places.0.index)
      catalog.nameProcess(processID, of: hostname, text, isProgram: special == .program)
    }
  }

  private mutating func count(class index: Int, thread: Int) {
    while classCounts.count <= index { classCounts.append(0) }
    while threadCounts.count <= thread { threadCounts.append(0) }
    classCounts[index] += 1
    threadCounts[thread] += 1
  }

  /// Adds the counts to the catalog and the summary; called once, at the end.
  mutating func finish() -> TraceReadSummary {
    for (index, count) in classCounts.enumerated() { catalog.eventClasses[index].count += count }
    for (index, count) in threadCounts.enumerated() { catalog.threads[index].eventCount += count }
    summary.totals = sums.map(\.total)
    summary.missingTexts = dictionary.missingCount
    summary.missingContexts = missingContexts.sorted()
    return summary
  }

  /// Adds the layout for events with a name and these fields, and returns its number.
  mutating func addLayout(
    _ name: String,
    payload: PairTable.Fields,
    context: PairTable.Fields,
    hasClock: Bool = true
  ) -> Int {
    var layout = EventLayout(
      name: name,
      payload: payload,
      context: context,
      hasClock: hasClock,
      catalog: catalog,
      pairs: pairs
    )
    let first = sums.count
    let event = catalog.eventClasses[layout.classIndex].fullName
    for (name, label, field) in layout.summedFields(name, payload) {
      let label = label ?? "\(name) of \(event)"
      sums.append(Sum(field: field, total: TraceTotal(event: event, field: name, label: label)))
    }
    layout.sums = first..<sums.count
    layouts.append(layout)
    return layouts.count - 1
  }

  private mutating func add(_ fields: EventFields, _ places: Range<Int>) {
    for place in places {
      let value = Int64(truncatingIfNeeded: fields.integer(sums[place].field))
      sums[place].total.value &+= value
    }
  }

  private mutating func thread(
    of context: EventFields,
    layout: EventLayout,
    source: Source
  ) -> CachedThread {
    let processID = layout.processID.map { context.signed($0) } ?? source.processID
    let threadID = layout.threadID.map { context.signed($0) }
    let key = TraceCatalog.ThreadKey(
      hostname: source.hostname,
      processID: processID,
      threadID: threadID
    )
    let slot = Int(truncatingIfNeeded: threadID ?? processID ?? 0) & (Self.cacheSize - 1)
    if threadCache[slot].key == key { return threadCache[slot] }

    if processID == nil { missingContexts.insert("vpid") }
    if threadID == nil { missingContexts.insert("vtid") }
    if layout.threadName == nil, source.processName == nil { missingContexts.insert("procname") }
    let index = catalog.threadIndex(for: key, processName: source.processName) {
      layout.threadName.map { context.string($0) }
    }
    let process = catalog.threads[index].processIndex
    threadCache[slot] = CachedThread(key: key, index: index, process: process)
    return threadCache[slot]
  }
}
#endif
