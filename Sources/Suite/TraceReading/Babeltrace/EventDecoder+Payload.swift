#if HAS_BABELTRACE
import CBabeltrace

// What the fields of an event say.
extension EventDecoder {
  mutating func payload(of event: OpaquePointer, layout: EventLayout, thread: Int) -> TracePayload {
    let fields = layout.fields
    switch layout.role {
    case .none: return .other
    case .begin:
      let payload = unsafe bt_event_borrow_payload_field_const(event)
      let (id, parentID): (UInt64, UInt64)
      if layout.pairing == .thread {
        (id, parentID) = stacks.begin(layout.kind, thread: thread)
      } else {
        id = unsafe key(payload, layout)
        parentID = unsafe fields.1.exists ? Self.integer(payload, fields.1) : 0
      }
      return unsafe .begin(
        TraceBegin(
          kind: layout.kind,
          id: id,
          parentID: parentID,
          name: fields.2.exists ? symbol(payload, fields.2.index) : layout.name,
          subsystem: fields.3.exists ? symbol(payload, fields.3.index) : nil,
          category: fields.4.exists ? symbol(payload, fields.4.index) : nil,
          version: fields.5.exists ? Self.integer(payload, fields.5) : 0
        )
      )
    case .end:
      let payload = unsafe bt_event_borrow_payload_field_const(event)
      let id =
        unsafe layout.pairing == .thread
        ? stacks.end(layout.kind, thread: thread) : key(payload, layout)
      let outcome = unsafe fields.1.exists ? symbol(payload, fields.1.index) : nil
      return .end(kind: layout.kind, id: id, outcome: outcome)
    case .special(let special):
      return unsafe self.special(special, bt_event_borrow_payload_field_const(event), fields)
    }
  }

  private func key(_ payload: OpaquePointer?, _ layout: EventLayout) -> UInt64 {
    unsafe layout.pairing == .text
      ? UInt64(symbol(payload, layout.fields.0.index).index) + 1
      : Self.integer(payload, layout.fields.0)
  }

  private func special(
    _ special: EventLayout.Special,
    _ payload: OpaquePointer?,
    _ fields: EventLayout.Fields
  ) -> TracePayload {
    switch special {
    case .dispatchEnqueue:
      return unsafe .dispatchEnqueue(
        id: Self.integer(payload, fields.0),
        parentID: Self.integer(payload, fields.1),
        kind: symbol(payload, fields.2.index),
        name: symbol(payload, fields.3.index),
        depth: UInt32(clamping: Self.integer(payload, fields.4))
      )
    case .dispatchDiscard:
      return unsafe .dispatchDiscard(
        id: Self.integer(payload, fields.0),
        reason: symbol(payload, fields.1.index)
      )
    case .dispatchRetry:
      return unsafe .dispatchRetry(
        id: Self.integer(payload, fields.0),
        name: symbol(payload, fields.1.index),
        attempt: UInt32(clamping: Self.integer(payload, fields.2)),
        delay: Self.signed(payload, fields.3.index),
        error: Self.string(payload, fields.4.index)
      )
    case .queueDepth:
      return unsafe .counter(
        name: queueDepth.name,
        value: Int64(clamping: Self.integer(payload, fields.1)),
        subsystem: queueDepth.subsystem,
        category: queueDepth.category,
        store: Self.integer(payload, fields.0)
      )
    case .point:
      return unsafe .point(
        id: Self.integer(payload, fields.0),
        parentID: Self.integer(payload, fields.1),
        name: symbol(payload, fields.2.index),
        subsystem: symbol(payload, fields.3.index),
        category: symbol(payload, fields.4.index),
        message: Self.string(payload, fields.5.index)
      )
    case .counter:
      return unsafe .counter(
        name: symbol(payload, fields.0.index),
        value: Self.signed(payload, fields.1.index),
        subsystem: symbol(payload, fields.2.index),
        category: symbol(payload, fields.3.index)
      )
    case .sample:
      return unsafe .sample(
        name: symbol(payload, fields.0.index),
        value: Self.double(payload, fields.1.index),
        subsystem: symbol(payload, fields.2.index),
        category: symbol(payload, fields.3.index)
      )
    case .fieldInteger:
      return unsafe field(payload, fields, .integer(Self.signed(payload, fields.2.index)))
    case .fieldFloat:
      return unsafe field(payload, fields, .float(Self.double(payload, fields.2.index)))
    case .fieldBoolean:
      return unsafe field(payload, fields, .boolean(Self.integer(payload, fields.2) != 0))
    case .fieldText:
      return unsafe field(payload, fields, .text(Self.string(payload, fields.2.index)))
    case .spanContext:
      return unsafe .spanContext(
        id: Self.integer(payload, fields.0),
        context: spanContext(payload, fields),
        parentSpanID: Self.integer(payload, fields.4)
      )
    case .spanLink:
      return unsafe .spanLink(id: Self.integer(payload, fields.0), to: spanContext(payload, fields))
    case .threadCPUTime:
      return unsafe .threadCPUTime(
        id: Self.integer(payload, fields.0),
        nanoseconds: Self.signed(payload, fields.1.index)
      )
    case .processName: return .other
    }
  }

  private func field(
    _ payload: OpaquePointer?,
    _ fields: EventLayout.Fields,
    _ value: TraceField.Value
  ) -> TracePayload {
    unsafe .field(
      id: Self.integer(payload, fields.0),
      TraceField(key: symbol(payload, fields.1.index), value: value)
    )
  }

  private func spanContext(
    _ payload: OpaquePointer?,
    _ fields: EventLayout.Fields
  ) -> TraceSpanContext {
    unsafe TraceSpanContext(
      traceIDHigh: Self.integer(payload, fields.1),
      traceIDLow: Self.integer(payload, fields.2),
      spanID: Self.integer(payload, fields.3)
    )
  }

  // SAFETY: of the five functions below: the layout was made from the class of this very structure,
  // so the index exists and the field has the type that the getter wants.

  static func integer(_ structure: OpaquePointer?, _ field: EventLayout.Field) -> UInt64 {
    if field.isSigned { return unsafe UInt64(bitPattern: signed(structure, field.index)) }
    return unsafe bt_field_integer_unsigned_get_value(
      bt_field_structure_borrow_member_field_by_index_const(structure, UInt64(field.index))
    )
  }

  static func signed(_ structure: OpaquePointer?, _ index: Int32) -> Int64 {
    unsafe bt_field_integer_signed_get_value(
      bt_field_structure_borrow_member_field_by_index_const(structure, UInt64(index))
    )
  }

  private static func double(_ structure: OpaquePointer?, _ index: Int32) -> Double {
    unsafe bt_field_real_double_precision_get_value(
      bt_field_structure_borrow_member_field_by_index_const(structure, UInt64(index))
    )
  }

  private static func string(_ structure: OpaquePointer?, _ index: Int32) -> String {
    let field = unsafe bt_field_structure_borrow_member_field_by_index_const(
      structure,
      UInt64(index)
    )
    return unsafe bt_field_string_get_value(field).map { unsafe String(cString: $0) } ?? ""
  }

  func symbol(_ structure: OpaquePointer?, _ index: Int32) -> TraceSymbol {
    let field = unsafe bt_field_structure_borrow_member_field_by_index_const(
      structure,
      UInt64(index)
    )
    let length = unsafe Int(clamping: bt_field_string_get_length(field))
    return unsafe catalog.symbol(
      for: UnsafeRawBufferPointer(start: bt_field_string_get_value(field), count: length)
    )
  }
}
#endif
