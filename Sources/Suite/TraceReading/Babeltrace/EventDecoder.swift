#if HAS_BABELTRACE
import CBabeltrace

// SAFETY: of this file: what the library lends is used only while the event, class or message that it was borrowed
// from is held, and what it gives is given back once.

/// Turns the library's event messages into ``TraceEvent``s.
@safe struct EventDecoder {
  /// The properties that all events of one stream share.
  struct Source {
    let hostname: TraceSymbol
    /// Of traces recorded with a buffer for each process, which name it in their metadata.
    let processID: Int64?
    let processName: String?
  }

  @safe private struct CachedClass {
    var address: OpaquePointer?
    var layout: Int = 0
  }

  private struct CachedThread {
    var key: TraceCatalog.ThreadKey?
    var index: Int = 0
    var process: Int = 0
  }

  private static let cacheSize = 64

  /// A field whose values are added up.
  private struct Sum {
    let field: EventLayout.Field
    var total: TraceTotal
  }

  let catalog: TraceCatalog
  /// The pairs of events that make intervals, as far as traces have declared them.
  var pairs: PairTable
  private(set) var missingContexts: Set<String> = []
  private var layouts: [EventLayout] = []
  private var layoutIndices: [OpaquePointer: Int] = unsafe [:]
  var stacks = ThreadStacks()
  private var sums: [Sum] = []
  // Of the depths of queues, which bear no names.
  let queueDepth: (name: TraceSymbol, subsystem: TraceSymbol, category: TraceSymbol)
  // Direct-mapped caches before the dictionaries: a trace has few classes and, at a time, few
  // threads, and a dictionary look-up for each event would cost more than decoding it.
  private var classCache = Array(repeating: CachedClass(), count: cacheSize)
  private var threadCache = Array(repeating: CachedThread(), count: cacheSize)
  // How many events there are by name and by thread, until the catalog is told: an object's properties cost a check of each access.
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

  /// Takes note of the events that a trace declares.
  mutating func learn(_ traceClass: OpaquePointer) throws(TraceReadingError) {
    var events: [(name: String, fields: PairTable.Fields)] = []
    for index in unsafe 0..<bt_trace_class_get_stream_class_count(traceClass) {
      let streamClass = unsafe bt_trace_class_borrow_stream_class_by_index_const(traceClass, index)
      for index in unsafe 0..<bt_stream_class_get_event_class_count(streamClass) {
        guard
          let eventClass = unsafe bt_stream_class_borrow_event_class_by_index_const(
            streamClass,
            index
          )
        else { continue }
        unsafe events.append(
          (EventLayout.name(of: eventClass), EventLayout.fields(of: eventClass))
        )
      }
    }
    try pairs.learn(events)
  }

  /// The sums of the fields that are added up, in the order in which their events were met.
  var totals: [TraceTotal] { sums.map(\.total) }

  /// Gives back what the decoder has borrowed from the library; call it last.
  mutating func releaseClasses() {
    let classes = unsafe Array(layoutIndices.keys)
    for index in unsafe classes.indices { unsafe bt_event_class_put_ref(classes[index]) }
    unsafe layoutIndices = [:]
    classCache = Array(repeating: CachedClass(), count: Self.cacheSize)
  }

  /// Returns the time of an event in nanoseconds since the Unix epoch, if it has one.
  mutating func timestamp(ofMessage message: OpaquePointer) -> Int64? {
    guard let event = unsafe bt_message_event_borrow_event_const(message),
      let eventClass = unsafe bt_event_borrow_class_const(event),
      // The library has no check here: a snapshot of an event without a clock is a wild pointer.
      unsafe layouts[layoutIndex(of: eventClass)].hasClock
    else { return nil }
    var timestamp: Int64 = 0
    let snapshot = unsafe bt_message_event_borrow_default_clock_snapshot_const(message)
    let status = unsafe bt_clock_snapshot_get_ns_from_origin(snapshot, &timestamp)
    guard status == BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK else {
      bt_current_thread_clear_error()
      return nil
    }
    // From 1970 to 2116: only damage is outside, and no difference of two times can overflow.
    return min(max(timestamp, 0), 1 << 62)
  }

  /// Counts an event that has no time.
  mutating func countEventWithoutClock(message: OpaquePointer) {
    guard let event = unsafe bt_message_event_borrow_event_const(message),
      let eventClass = unsafe bt_event_borrow_class_const(event)
    else { return }
    unsafe catalog.eventClasses[layouts[layoutIndex(of: eventClass)].classIndex].count += 1
  }

  /// Decodes an event that has the time given, and counts it.
  ///
  /// - Returns: `nil` for what is no event of the program: it says what the process is called.
  mutating func decode(
    message: OpaquePointer,
    timestamp: Int64,
    source: Source
  ) -> TraceEvent? {
    guard let event = unsafe bt_message_event_borrow_event_const(message),
      let eventClass = unsafe bt_event_borrow_class_const(event)
    else { return nil }
    let index = unsafe layoutIndex(of: eventClass)
    return unsafe decode(
      layout: index,
      context: EventFields(bt_event_borrow_common_context_field_const(event)),
      payload: EventFields(bt_event_borrow_payload_field_const(event)),
      timestamp: timestamp,
      source: source
    )
  }

  /// Decodes an event with a layout, and counts it.
  mutating func decode(
    layout index: Int,
    context: EventFields,
    payload fields: EventFields,
    timestamp: Int64,
    source: Source
  ) -> TraceEvent? {
    let layout = layouts[index]
    if case .special(.processName) = layout.role {
      if let named = processName(context, fields, layout: index, source: source) {
        catalog.nameProcess(named.id, of: source.hostname, named.name)
      }
      return nil
    }
    var fields = fields
    fields.isEscaped = layout.isEscaped
    let thread = thread(of: context, layout: layout, source: source)
    count(class: layout.classIndex, thread: thread.index)
    if !layout.sums.isEmpty { add(fields, layout.sums) }
    return TraceEvent(
      timestamp: timestamp,
      threadIndex: thread.index,
      processIndex: thread.process,
      classIndex: layout.classIndex,
      payload: payload(of: fields, layout: layout, thread: thread.index)
    )
  }

  mutating func count(class index: Int, thread: Int) {
    while classCounts.count <= index { classCounts.append(0) }
    while threadCounts.count <= thread { threadCounts.append(0) }
    classCounts[index] += 1
    threadCounts[thread] += 1
  }

  /// Tells the catalog what was counted; called once, at the end.
  mutating func finishCounts() {
    for (index, count) in classCounts.enumerated() { catalog.eventClasses[index].count += count }
    for (index, count) in threadCounts.enumerated() { catalog.threads[index].eventCount += count }
    (classCounts, threadCounts) = ([], [])
  }

  /// What a process says that it is called, in an event for that; `nil` where it isn't known which process.
  func processName(
    _ context: EventFields,
    _ fields: EventFields,
    layout index: Int,
    source: Source
  ) -> (id: Int64, name: String)? {
    let layout = layouts[index]
    guard let id = layout.processID.map({ context.signed($0) }) ?? source.processID else {
      return nil
    }
    return (id, fields.string(layout.fields.0.index))
  }

  func layout(_ index: Int) -> EventLayout { layouts[index] }

  /// The sums of a layout's fields that are added up.
  func sumValues(ofLayout index: Int) -> [Int64] {
    layouts[index].sums.map { sums[$0].total.value }
  }

  /// Adds what another decoder has summed up of the same events.
  mutating func add(_ values: [Int64], toLayout index: Int) {
    for (place, value) in zip(layouts[index].sums, values) { sums[place].total.value &+= value }
  }

  /// Adds the layout of events with a name and these fields, and returns its number.
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

  private mutating func layoutIndex(of eventClass: OpaquePointer) -> Int {
    let slot = (Int(bitPattern: eventClass) >> 4) & (Self.cacheSize - 1)
    if unsafe classCache[slot].address == eventClass { return classCache[slot].layout }
    let index: Int
    if let known = unsafe layoutIndices[eventClass] {
      index = known
    } else {
      let streamClass = unsafe bt_event_class_borrow_stream_class_const(eventClass)
      index = unsafe addLayout(
        EventLayout.name(of: eventClass),
        payload: EventLayout.fields(of: eventClass),
        context: EventLayout.members(
          of: bt_stream_class_borrow_event_common_context_field_class_const(streamClass)
        ),
        hasClock: bt_stream_class_borrow_default_clock_class_const(streamClass) != nil
      )
      // Held, so that no later class can have the same address.
      unsafe bt_event_class_get_ref(eventClass)
      unsafe layoutIndices[eventClass] = index
    }
    classCache[slot] = unsafe CachedClass(address: eventClass, layout: index)
    return index
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

    noteContexts(of: key, layout: layout, source: source)
    let index = catalog.threadIndex(for: key, processName: source.processName) {
      layout.threadName.map { context.string($0) }
    }
    let process = catalog.threads[index].processIndex
    threadCache[slot] = CachedThread(key: key, index: index, process: process)
    return threadCache[slot]
  }

  /// Takes note of what isn't known of a thread.
  mutating func noteContexts(
    of thread: TraceCatalog.ThreadKey,
    layout: EventLayout,
    source: Source
  ) {
    if thread.processID == nil { missingContexts.insert("vpid") }
    if thread.threadID == nil { missingContexts.insert("vtid") }
    if layout.threadName == nil, source.processName == nil { missingContexts.insert("procname") }
  }
}
#endif
