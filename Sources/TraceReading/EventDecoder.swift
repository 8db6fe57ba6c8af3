#if HAS_BABELTRACE
import CBabeltrace

/// Turns the library's event messages into ``TraceEvent``s.
struct EventDecoder {
  /// What all events of one stream have in common.
  struct Source {
    let hostname: TraceSymbol
    /// Of traces recorded with a buffer for each process, which name it in their metadata.
    let processID: Int64?
    let processName: String?
  }

  /// The result of decoding one message.
  enum Decoded {
    case event(TraceEvent)
    case withoutClock
  }

  private struct CachedClass {
    var address: OpaquePointer?
    var layout: Int = 0
  }

  private struct CachedThread {
    var key: TraceCatalog.ThreadKey?
    var index: Int = 0
  }

  private static let cacheSize = 64

  let catalog: TraceCatalog
  private(set) var missingContexts: Set<String> = []
  private var layouts: [EventLayout] = []
  private var layoutIndices: [OpaquePointer: Int] = [:]
  // Direct-mapped caches before the dictionaries: a trace has few classes and, at a time, few
  // threads, and a dictionary look-up for each event would cost more than decoding it.
  private var classCache = Array(repeating: CachedClass(), count: cacheSize)
  private var threadCache = Array(repeating: CachedThread(), count: cacheSize)

  init(catalog: TraceCatalog) {
    self.catalog = catalog
  }

  /// Gives back what the decoder has borrowed from the library; call it last.
  mutating func releaseClasses() {
    for eventClass in layoutIndices.keys { bt_event_class_put_ref(eventClass) }
    layoutIndices = [:]
    classCache = Array(repeating: CachedClass(), count: Self.cacheSize)
  }

  /// Returns the time of an event in nanoseconds since the Unix epoch, if it has one.
  mutating func timestamp(ofMessage message: OpaquePointer) -> Int64? {
    guard let event = bt_message_event_borrow_event_const(message),
      let eventClass = bt_event_borrow_class_const(event),
      // The library has no check here: a snapshot of an event without a clock is a wild pointer.
      layouts[layoutIndex(of: eventClass)].hasClock
    else { return nil }
    var timestamp: Int64 = 0
    let snapshot = bt_message_event_borrow_default_clock_snapshot_const(message)
    let status = bt_clock_snapshot_get_ns_from_origin(snapshot, &timestamp)
    guard status == BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK else {
      bt_current_thread_clear_error()
      return nil
    }
    return timestamp
  }

  /// Counts an event that has no time.
  mutating func countEventWithoutClock(message: OpaquePointer) {
    guard let event = bt_message_event_borrow_event_const(message),
      let eventClass = bt_event_borrow_class_const(event)
    else { return }
    catalog.eventClasses[layouts[layoutIndex(of: eventClass)].classIndex].count += 1
  }

  /// Decodes an event that has the time given, and counts it.
  mutating func decode(
    message: OpaquePointer,
    timestamp: Int64,
    source: Source
  ) -> TraceEvent? {
    guard let event = bt_message_event_borrow_event_const(message),
      let eventClass = bt_event_borrow_class_const(event)
    else { return nil }
    let layout = layouts[layoutIndex(of: eventClass)]
    let thread = threadIndex(of: event, layout: layout, source: source)
    catalog.eventClasses[layout.classIndex].count += 1
    catalog.threads[thread].eventCount += 1
    return TraceEvent(
      timestamp: timestamp,
      threadIndex: thread,
      processIndex: catalog.threads[thread].processIndex,
      classIndex: layout.classIndex,
      payload: payload(of: event, layout: layout)
    )
  }

  private mutating func layoutIndex(of eventClass: OpaquePointer) -> Int {
    let slot = (Int(bitPattern: eventClass) >> 4) & (Self.cacheSize - 1)
    if classCache[slot].address == eventClass { return classCache[slot].layout }
    let index: Int
    if let known = layoutIndices[eventClass] {
      index = known
    } else {
      index = layouts.count
      layouts.append(EventLayout(eventClass: eventClass, catalog: catalog))
      // Held, so that no later class can have the same address.
      bt_event_class_get_ref(eventClass)
      layoutIndices[eventClass] = index
    }
    classCache[slot] = CachedClass(address: eventClass, layout: index)
    return index
  }

  private mutating func threadIndex(
    of event: OpaquePointer,
    layout: EventLayout,
    source: Source
  ) -> Int {
    let context = bt_event_borrow_common_context_field_const(event)
    let processID =
      layout.processID.map { Self.signed(context, $0) } ?? source.processID
    let threadID = layout.threadID.map { Self.signed(context, $0) }
    let key = TraceCatalog.ThreadKey(
      hostname: source.hostname,
      processID: processID,
      threadID: threadID
    )
    let slot = Int(truncatingIfNeeded: threadID ?? processID ?? 0) & (Self.cacheSize - 1)
    if threadCache[slot].key == key { return threadCache[slot].index }

    if processID == nil { missingContexts.insert("vpid") }
    if threadID == nil { missingContexts.insert("vtid") }
    if layout.threadName == nil, source.processName == nil { missingContexts.insert("procname") }
    let index = catalog.threadIndex(for: key) {
      guard let field = layout.threadName else { return source.processName }
      return catalog.string(symbol(context, field))
    }
    threadCache[slot] = CachedThread(key: key, index: index)
    return index
  }

  private func payload(of event: OpaquePointer, layout: EventLayout) -> TracePayload {
    guard let kind = layout.kind else { return .other }
    let payload = bt_event_borrow_payload_field_const(event)
    let fields = layout.fields
    switch kind {
    case .dispatchEnqueue:
      return .dispatchEnqueue(
        id: Self.unsigned(payload, fields.0),
        parentID: Self.unsigned(payload, fields.1),
        kind: symbol(payload, fields.2),
        name: symbol(payload, fields.3),
        depth: UInt32(clamping: Self.unsigned(payload, fields.4))
      )
    case .dispatchDiscard:
      return .dispatchDiscard(
        id: Self.unsigned(payload, fields.0),
        reason: symbol(payload, fields.1)
      )
    case .updateBegin:
      return .updateBegin(
        id: Self.unsigned(payload, fields.0),
        name: symbol(payload, fields.1),
        version: Self.unsigned(payload, fields.2)
      )
    case .updateEnd: return .updateEnd(id: Self.unsigned(payload, fields.0))
    case .listenersBegin:
      return .listenersBegin(
        id: Self.unsigned(payload, fields.0),
        version: Self.unsigned(payload, fields.1),
        count: UInt32(clamping: Self.unsigned(payload, fields.2))
      )
    case .listenersEnd: return .listenersEnd(id: Self.unsigned(payload, fields.0))
    case .effectBegin:
      return .effectBegin(
        id: Self.unsigned(payload, fields.0),
        parentID: Self.unsigned(payload, fields.1),
        name: symbol(payload, fields.2),
        version: Self.unsigned(payload, fields.3)
      )
    case .effectEnd:
      return .effectEnd(
        id: Self.unsigned(payload, fields.0),
        outcome: symbol(payload, fields.1)
      )
    case .interceptorsBegin:
      return .interceptorsBegin(
        id: Self.unsigned(payload, fields.0),
        name: symbol(payload, fields.1),
        count: UInt32(clamping: Self.unsigned(payload, fields.2))
      )
    case .interceptorsEnd: return .interceptorsEnd(id: Self.unsigned(payload, fields.0))
    case .queueDepth:
      return .queueDepth(
        store: Self.unsigned(payload, fields.0),
        depth: UInt32(clamping: Self.unsigned(payload, fields.1))
      )
    case .intervalBegin:
      return .intervalBegin(
        id: Self.unsigned(payload, fields.0),
        parentID: Self.unsigned(payload, fields.1),
        name: symbol(payload, fields.2),
        subsystem: symbol(payload, fields.3),
        category: symbol(payload, fields.4)
      )
    case .intervalEnd: return .intervalEnd(id: Self.unsigned(payload, fields.0))
    case .point:
      return .point(
        id: Self.unsigned(payload, fields.0),
        parentID: Self.unsigned(payload, fields.1),
        name: symbol(payload, fields.2),
        subsystem: symbol(payload, fields.3),
        category: symbol(payload, fields.4),
        message: Self.string(payload, fields.5)
      )
    case .counter:
      return .counter(
        name: symbol(payload, fields.0),
        value: Self.signed(payload, fields.1),
        subsystem: symbol(payload, fields.2),
        category: symbol(payload, fields.3)
      )
    case .threadCPUTime:
      return .threadCPUTime(
        id: Self.unsigned(payload, fields.0),
        nanoseconds: Self.signed(payload, fields.1)
      )
    }
  }

  // SAFETY: of the four functions below: the layout was made from the class of this very structure,
  // so the index exists and the field has the type that the getter wants.

  private static func unsigned(_ structure: OpaquePointer?, _ index: UInt64) -> UInt64 {
    bt_field_integer_unsigned_get_value(
      bt_field_structure_borrow_member_field_by_index_const(structure, index)
    )
  }

  private static func signed(_ structure: OpaquePointer?, _ index: UInt64) -> Int64 {
    bt_field_integer_signed_get_value(
      bt_field_structure_borrow_member_field_by_index_const(structure, index)
    )
  }

  private static func string(_ structure: OpaquePointer?, _ index: UInt64) -> String {
    let field = bt_field_structure_borrow_member_field_by_index_const(structure, index)
    return bt_field_string_get_value(field).map { String(cString: $0) } ?? ""
  }

  private func symbol(_ structure: OpaquePointer?, _ index: UInt64) -> TraceSymbol {
    let field = bt_field_structure_borrow_member_field_by_index_const(structure, index)
    let length = Int(clamping: bt_field_string_get_length(field))
    return catalog.symbol(
      for: UnsafeRawBufferPointer(start: bt_field_string_get_value(field), count: length)
    )
  }
}
#endif
