#if HAS_BABELTRACE
import CBabeltrace

// SAFETY: of this file: what the library lends is used only while the event, class or message that it was borrowed from is held, and every
// reference that it gives is released once.

/// The sink component: merges the streams by time and delivers their events.
///
/// A stream with a fault ends there; the others go on.
final class MergingSink {
  /// The input behind each port, in the order of the ports.
  var inputs: [TraceInput] = []

  private let deliver: (TraceEvent) -> Void
  private let catalog: TraceCatalog
  private var decoder: EventDecoder
  private var classes = BabeltraceClasses()
  private var streams: [StreamIterator] = []

  /// The fault of the user's pairs; then nothing is delivered.
  private(set) var pairError: TraceReadingError?

  init(
    catalog: TraceCatalog,
    pairRules: [TracePairRule],
    deliver: @escaping (TraceEvent) -> Void
  ) {
    self.catalog = catalog
    self.deliver = deliver
    decoder = EventDecoder(catalog: catalog, pairRules: pairRules)
  }

  /// Releases references borrowed from the library, and returns what was read; call it before the graph goes.
  func finish() -> TraceReadSummary {
    for index in streams.indices { streams[index].end() }
    classes.release()
    return decoder.finish()
  }

  /// Creates the component class that calls this type's methods.
  static func makeComponentClass() -> OpaquePointer? {
    guard
      let sinkClass = unsafe bt_component_class_sink_create(
        "hamon",
        { component in
          guard let sink = unsafe MergingSink.of(component) else {
            return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_ERROR
          }
          sink.consume()
          return BT_COMPONENT_CLASS_SINK_CONSUME_METHOD_STATUS_END
        }
      )
    else { return nil }
    _ = unsafe bt_component_class_sink_set_initialize_method(sinkClass) { component, _, _, data in
      guard let data = unsafe data else { return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR }
      unsafe bt_self_component_set_data(bt_self_component_sink_as_self_component(component), data)
      let count = unsafe MergingSink.of(component)?.inputs.count ?? 0
      for index in 0..<count {
        let status = unsafe bt_self_component_sink_add_input_port(component, "in\(index)", nil, nil)
        guard status == BT_SELF_COMPONENT_ADD_PORT_STATUS_OK else {
          return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR
        }
      }
      return BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK
    }
    _ = unsafe bt_component_class_sink_set_graph_is_configured_method(sinkClass) { component in
      unsafe MergingSink.of(component)?.open(component)
      return BT_COMPONENT_CLASS_SINK_GRAPH_IS_CONFIGURED_METHOD_STATUS_OK
    }
    return unsafe sinkClass
  }

  private static func of(_ component: OpaquePointer?) -> MergingSink? {
    guard
      let data = unsafe bt_self_component_get_data(
        bt_self_component_sink_as_self_component(component)
      )
    else { return nil }
    // SAFETY: the data comes from BabeltraceGraph: a sink that lives as long as the graph runs.
    return unsafe Unmanaged<MergingSink>.fromOpaque(data).takeUnretainedValue()
  }

  private func open(_ component: OpaquePointer?) {
    for (index, input) in inputs.enumerated() {
      let port = unsafe bt_self_component_sink_borrow_input_port_by_index(component, UInt64(index))
      var iterator: OpaquePointer?
      let status = unsafe bt_message_iterator_create_from_sink_component(component, port, &iterator)
      guard status == BT_MESSAGE_ITERATOR_CREATE_FROM_SINK_COMPONENT_STATUS_OK,
        let iterator = unsafe iterator
      else {
        report(BabeltraceError.take(), subject: input.subject, input: input)
        continue
      }
      BabeltraceError.clear()
      unsafe streams.append(StreamIterator(iterator: iterator, input: input))
    }
  }

  private func consume() {
    // A trace declares its events with the first message of a stream.
    var heads = EarliestFirst(of: streams.count) { advance($0) }
    do throws(TraceReadingError) {
      try decoder.pairs.check()
    } catch {
      pairError = pairError ?? error
    }
    guard pairError == nil else { return }
    heads.merge {
      deliverCurrent(of: $0, timestamp: $1)
    } advance: {
      advance($0)
    } refuse: {
      report($1, stream: $0)
      streams[$0].end()
    }
  }

  /// Delivers the current event of the stream, and steps past it.
  private func deliverCurrent(of index: Int, timestamp: Int64) {
    let position = streams[index].position
    guard let message = unsafe streams[index].messages?[position],
      let source = streams[index].source
    else { return }
    if let (event, layout) = unsafe event(of: message) {
      unsafe decoder.decode(
        layout: layout,
        context: EventFields(bt_event_borrow_common_context_field_const(event)),
        payload: EventFields(bt_event_borrow_payload_field_const(event)),
        timestamp: timestamp,
        source: source,
        deliver: deliver
      )
    }
    unsafe bt_message_put_ref(message)
    streams[index].position += 1
  }

  /// Steps to the stream's next event with a time, and handles all other messages before it.
  ///
  /// - Returns: The time of the event, or `nil` at the stream's end.
  private func advance(_ index: Int) -> Int64? {
    while true {
      while streams[index].position < streams[index].count {
        guard let message = unsafe streams[index].messages?[streams[index].position] else {
          streams[index].position += 1
          continue
        }
        if unsafe bt_message_get_type(message) == BT_MESSAGE_TYPE_EVENT {
          if let (_, layout) = unsafe event(of: message) {
            if let timestamp = unsafe timestamp(of: message, layout) { return timestamp }
            decoder.countEventWithoutClock(layout: layout)
          }
        } else {
          unsafe note(message, stream: index)
        }
        unsafe bt_message_put_ref(message)
        streams[index].position += 1
      }
      guard nextBatch(index) else { return nil }
    }
  }

  private func event(of message: OpaquePointer) -> (event: OpaquePointer, layout: Int)? {
    guard let event = unsafe bt_message_event_borrow_event_const(message),
      let eventClass = unsafe bt_event_borrow_class_const(event)
    else { return nil }
    return unsafe (event, classes.layout(of: eventClass, &decoder))
  }

  /// The time of an event in nanoseconds since the Unix epoch, if it has one.
  private func timestamp(of message: OpaquePointer, _ layout: Int) -> Int64? {
    // The library has no check here: a snapshot of an event without a clock is a wild pointer.
    guard decoder.hasClock(layout) else { return nil }
    var timestamp: Int64 = 0
    let snapshot = unsafe bt_message_event_borrow_default_clock_snapshot_const(message)
    let status = unsafe bt_clock_snapshot_get_ns_from_origin(snapshot, &timestamp)
    guard status == BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK else {
      bt_current_thread_clear_error()
      return nil
    }
    return timestamp
  }

  private func nextBatch(_ index: Int) -> Bool {
    guard let iterator = unsafe streams[index].iterator else { return false }
    var messages: UnsafeMutablePointer<OpaquePointer?>?
    var count: UInt64 = 0
    BabeltraceError.clear()
    let status = unsafe bt_message_iterator_next(iterator, &messages, &count)
    streams[index].position = 0
    guard status == BT_MESSAGE_ITERATOR_NEXT_STATUS_OK else {
      streams[index].count = 0
      if status != BT_MESSAGE_ITERATOR_NEXT_STATUS_END {
        report(BabeltraceError.take(), stream: index)
      }
      streams[index].end()
      return false
    }
    unsafe streams[index].messages = unsafe messages
    streams[index].count = Int(count)
    return true
  }

  /// Handles a message that isn't an event.
  private func note(_ message: OpaquePointer, stream index: Int) {
    switch unsafe bt_message_get_type(message) {
    case BT_MESSAGE_TYPE_STREAM_BEGINNING:
      if let stream = unsafe bt_message_stream_beginning_borrow_stream_const(message) {
        unsafe begin(stream, index: index)
      }
    case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
      var count: UInt64 = 0
      let availability = unsafe bt_message_discarded_events_get_count(message, &count)
      if availability == BT_PROPERTY_AVAILABILITY_AVAILABLE {
        decoder.summary.discardedEvents &+= count
      } else {
        decoder.summary.uncountedDiscards += 1
      }
    case BT_MESSAGE_TYPE_DISCARDED_PACKETS:
      var count: UInt64 = 0
      let availability = unsafe bt_message_discarded_packets_get_count(message, &count)
      if availability == BT_PROPERTY_AVAILABILITY_AVAILABLE {
        decoder.summary.discardedPackets &+= count
      } else {
        decoder.summary.uncountedDiscards += 1
      }
    default: break
    }
  }

  private func begin(_ stream: OpaquePointer, index: Int) {
    let trace = unsafe bt_stream_borrow_trace_const(stream)
    if let traceClass = unsafe bt_trace_borrow_class_const(trace) {
      do throws(TraceReadingError) {
        unsafe try decoder.pairs.learn(BabeltraceClasses.events(of: traceClass))
      } catch {
        pairError = error
      }
    }
    func entry(_ name: String) -> OpaquePointer? {
      unsafe bt_trace_borrow_environment_entry_value_by_name_const(trace, name)
    }
    func string(_ name: String) -> String? {
      guard let value = unsafe entry(name), unsafe bt_value_get_type(value) == BT_VALUE_TYPE_STRING
      else {
        return nil
      }
      return unsafe bt_value_string_get(value).map { unsafe String(cString: $0) }
    }
    var processID: Int64?
    if let value = unsafe entry("vpid"),
      unsafe bt_value_get_type(value) == BT_VALUE_TYPE_SIGNED_INTEGER
    {
      processID = unsafe bt_value_integer_signed_get(value)
    }
    streams[index].source = EventDecoder.Source(
      hostname: catalog.symbol(for: string("hostname") ?? ""),
      processID: processID,
      processName: string("procname")
    )
    // A stream of a whole directory is named by its file; that of a repaired one by the original's.
    if !streams[index].input.divisible.isEmpty, let name = unsafe bt_stream_get_name(stream) {
      streams[index].subject = unsafe String(cString: name)
    }
  }

  private func report(_ problem: String, stream index: Int) {
    report(problem, subject: streams[index].subject, input: streams[index].input)
  }

  private func report(_ problem: String, subject: String, input: TraceInput) {
    guard !input.hasKnownFault else { return }
    decoder.summary.faults.append(
      TraceReadingError(.corrupt, path: subject, problem: input.told(problem))
    )
  }
}

/// The messages of one stream, one at a time.
@safe struct StreamIterator {
  let input: TraceInput
  /// The library's iterator; `nil` once it has ended.
  var iterator: OpaquePointer?
  /// The last batch from the library; the array is the library's, the references in it are ours.
  var messages: UnsafeMutablePointer<OpaquePointer?>?
  var count = 0
  var position = 0
  /// The properties that all events of the stream share; known from its first message on.
  var source: EventDecoder.Source?
  /// The file it is read from.
  var subject: String

  init(iterator: OpaquePointer, input: TraceInput) {
    unsafe self.iterator = unsafe iterator
    self.input = input
    subject = input.subject
  }

  /// Releases the rest of the batch and the iterator.
  mutating func end() {
    if let messages = unsafe messages {
      for index in position..<count { unsafe bt_message_put_ref(messages[index]) }
    }
    position = count
    unsafe messages = nil
    if let iterator = unsafe iterator { unsafe bt_message_iterator_put_ref(iterator) }
    unsafe iterator = nil
  }
}
#endif
