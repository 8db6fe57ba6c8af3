#if HAS_BABELTRACE
import CBabeltrace

// What the fields of an event say.
extension EventDecoder {
  func payload(of event: OpaquePointer, layout: EventLayout) -> TracePayload {
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
    case .dispatchRetry:
      return .dispatchRetry(
        id: Self.unsigned(payload, fields.0),
        name: symbol(payload, fields.1),
        attempt: UInt32(clamping: Self.unsigned(payload, fields.2)),
        delay: Self.signed(payload, fields.3),
        error: Self.string(payload, fields.4)
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
    case .routeDiffBegin:
      return .routeDiffBegin(
        id: Self.unsigned(payload, fields.0),
        parentID: Self.unsigned(payload, fields.1),
        oldCount: UInt32(clamping: Self.unsigned(payload, fields.2)),
        newCount: UInt32(clamping: Self.unsigned(payload, fields.3))
      )
    case .routeDiffEnd:
      return .routeDiffEnd(
        id: Self.unsigned(payload, fields.0),
        actions: UInt32(clamping: Self.unsigned(payload, fields.1)),
        pushes: UInt32(clamping: Self.unsigned(payload, fields.2)),
        pops: UInt32(clamping: Self.unsigned(payload, fields.3)),
        changes: UInt32(clamping: Self.unsigned(payload, fields.4))
      )
    case .routeStepBegin:
      return .routeStepBegin(
        id: Self.unsigned(payload, fields.0),
        parentID: Self.unsigned(payload, fields.1),
        kind: symbol(payload, fields.2),
        name: symbol(payload, fields.3),
        pushed: UInt32(clamping: Self.unsigned(payload, fields.4)),
        popped: UInt32(clamping: Self.unsigned(payload, fields.5))
      )
    case .routeStepEnd:
      return .routeStepEnd(
        id: Self.unsigned(payload, fields.0),
        outcome: symbol(payload, fields.1)
      )
    case .layoutBegin:
      return .layoutBegin(
        id: Self.unsigned(payload, fields.0),
        parentID: Self.unsigned(payload, fields.1),
        name: symbol(payload, fields.2),
        views: UInt32(clamping: Self.unsigned(payload, fields.3)),
        isCacheHit: Self.unsigned(payload, fields.4) != 0
      )
    case .layoutEnd: return .layoutEnd(id: Self.unsigned(payload, fields.0))
    case .reconcileBegin:
      return .reconcileBegin(
        id: Self.unsigned(payload, fields.0),
        parentID: Self.unsigned(payload, fields.1),
        name: symbol(payload, fields.2)
      )
    case .reconcileEnd:
      return .reconcileEnd(
        id: Self.unsigned(payload, fields.0),
        created: UInt32(clamping: Self.unsigned(payload, fields.1)),
        reused: UInt32(clamping: Self.unsigned(payload, fields.2)),
        removed: UInt32(clamping: Self.unsigned(payload, fields.3)),
        moved: UInt32(clamping: Self.unsigned(payload, fields.4))
      )
    case .measurement:
      return .measurement(
        name: symbol(payload, fields.0),
        value: Self.double(payload, fields.1),
        subsystem: symbol(payload, fields.2),
        category: symbol(payload, fields.3)
      )
    case .fieldInteger: return field(payload, fields, .integer(Self.signed(payload, fields.2)))
    case .fieldFloat: return field(payload, fields, .float(Self.double(payload, fields.2)))
    case .fieldBoolean:
      return field(payload, fields, .boolean(Self.unsigned(payload, fields.2) != 0))
    case .fieldText: return field(payload, fields, .text(Self.string(payload, fields.2)))
    case .spanContext:
      return .spanContext(
        id: Self.unsigned(payload, fields.0),
        context: spanContext(payload, fields),
        parentSpanID: Self.unsigned(payload, fields.4)
      )
    case .spanLink:
      return .spanLink(
        id: Self.unsigned(payload, fields.0),
        to: spanContext(payload, fields)
      )
    case .threadCPUTime:
      return .threadCPUTime(
        id: Self.unsigned(payload, fields.0),
        nanoseconds: Self.signed(payload, fields.1)
      )
    case .processName: return .other
    }
  }

  private func field(
    _ payload: OpaquePointer?,
    _ fields: EventLayout.Fields,
    _ value: TraceField.Value
  ) -> TracePayload {
    .field(
      id: Self.unsigned(payload, fields.0),
      TraceField(key: symbol(payload, fields.1), value: value)
    )
  }

  private func spanContext(
    _ payload: OpaquePointer?,
    _ fields: EventLayout.Fields
  ) -> TraceSpanContext {
    TraceSpanContext(
      traceIDHigh: Self.unsigned(payload, fields.1),
      traceIDLow: Self.unsigned(payload, fields.2),
      spanID: Self.unsigned(payload, fields.3)
    )
  }

  // SAFETY: of the five functions below: the layout was made from the class of this very structure,
  // so the index exists and the field has the type that the getter wants.

  private static func unsigned(_ structure: OpaquePointer?, _ index: UInt64) -> UInt64 {
    bt_field_integer_unsigned_get_value(
      bt_field_structure_borrow_member_field_by_index_const(structure, index)
    )
  }

  static func signed(_ structure: OpaquePointer?, _ index: UInt64) -> Int64 {
    bt_field_integer_signed_get_value(
      bt_field_structure_borrow_member_field_by_index_const(structure, index)
    )
  }

  private static func double(_ structure: OpaquePointer?, _ index: UInt64) -> Double {
    bt_field_real_double_precision_get_value(
      bt_field_structure_borrow_member_field_by_index_const(structure, index)
    )
  }

  private static func string(_ structure: OpaquePointer?, _ index: UInt64) -> String {
    let field = bt_field_structure_borrow_member_field_by_index_const(structure, index)
    return bt_field_string_get_value(field).map { String(cString: $0) } ?? ""
  }

  func symbol(_ structure: OpaquePointer?, _ index: UInt64) -> TraceSymbol {
    let field = bt_field_structure_borrow_member_field_by_index_const(structure, index)
    let length = Int(clamping: bt_field_string_get_length(field))
    return catalog.symbol(
      for: UnsafeRawBufferPointer(start: bt_field_string_get_value(field), count: length)
    )
  }
}
#endif
