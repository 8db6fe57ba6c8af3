#if HAS_BABELTRACE
import CBabeltrace

// SAFETY: of this file: what the library lends is used only while the event, class or message that it was borrowed from is held, and every
// reference that it gives is released once.

/// The library's event classes, each with the decoder's layout for it.
@safe struct BabeltraceClasses {
  @safe private struct Cached {
    var address: OpaquePointer?
    var layout: Int = 0
  }

  private static let cacheSize = 64

  private var layouts: [OpaquePointer: Int] = unsafe [:]
  // A direct-mapped cache before the dictionary: a trace has few classes, and a dictionary look-up for each event would cost
  // more than decoding it.
  private var cache = Array(repeating: Cached(), count: cacheSize)

  /// Releases all references borrowed from the library; call it last.
  mutating func release() {
    let classes = unsafe Array(layouts.keys)
    for index in unsafe classes.indices { unsafe bt_event_class_put_ref(classes[index]) }
    self = BabeltraceClasses()
  }

  /// The number of the layout for the events of a class.
  mutating func layout(of eventClass: OpaquePointer, _ decoder: inout EventDecoder) -> Int {
    let slot = (Int(bitPattern: eventClass) >> 4) & (Self.cacheSize - 1)
    if unsafe cache[slot].address == eventClass { return cache[slot].layout }
    let index: Int
    if let known = unsafe layouts[eventClass] {
      index = known
    } else {
      let streamClass = unsafe bt_event_class_borrow_stream_class_const(eventClass)
      index = unsafe decoder.addLayout(
        Self.name(of: eventClass),
        payload: Self.fields(of: eventClass),
        context: Self.members(
          of: bt_stream_class_borrow_event_common_context_field_class_const(streamClass)
        ),
        hasClock: bt_stream_class_borrow_default_clock_class_const(streamClass) != nil
      )
      // Held, so that no later class can have the same address.
      unsafe bt_event_class_get_ref(eventClass)
      unsafe layouts[eventClass] = index
    }
    cache[slot] = unsafe Cached(address: eventClass, layout: index)
    return index
  }

  /// The events that a trace declares.
  static func events(of traceClass: OpaquePointer) -> [(name: String, fields: PairTable.Fields)] {
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
        unsafe events.append((name(of: eventClass), fields(of: eventClass)))
      }
    }
    return events
  }

  private static func name(of eventClass: OpaquePointer) -> String {
    unsafe bt_event_class_get_name(eventClass).map { unsafe String(cString: $0) } ?? "(unnamed)"
  }

  /// The fields of the events of one of the library's classes.
  private static func fields(of eventClass: OpaquePointer) -> PairTable.Fields {
    unsafe members(of: bt_event_class_borrow_payload_field_class_const(eventClass))
  }

  private static func members(of structure: OpaquePointer?) -> PairTable.Fields {
    guard let structure = unsafe structure,
      unsafe bt_field_class_get_type(structure) == BT_FIELD_CLASS_TYPE_STRUCTURE
    else {
      return []
    }
    return unsafe (0..<bt_field_class_structure_get_member_count(structure)).map { index in
      guard
        let member = unsafe bt_field_class_structure_borrow_member_by_index_const(structure, index),
        let name = unsafe bt_field_class_structure_member_get_name(member)
      else { return ("", nil) }
      let field = unsafe bt_field_class_structure_member_borrow_field_class_const(member)
      let type: PairTable.FieldType? =
        switch unsafe bt_field_class_get_type(field) {
        case BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER: .unsigned
        case BT_FIELD_CLASS_TYPE_SIGNED_INTEGER: .signed
        case BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL: .double
        case BT_FIELD_CLASS_TYPE_STRING: .string
        default: nil
        }
      return unsafe (String(cString: name), type)
    }
  }
}
#endif
