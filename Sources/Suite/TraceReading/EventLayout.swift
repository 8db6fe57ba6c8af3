#if HAS_BABELTRACE
import CBabeltrace

/// Where the fields of one event class are.
///
/// Found by name once, then used by index: looking a field up by name would cost a comparison of
/// strings for each field of each event.
struct EventLayout {
  /// The events the reader decodes.
  enum Kind: String, CaseIterable {
    case dispatchEnqueue = "katana:dispatch_enqueue"
    case dispatchDiscard = "katana:dispatch_discard"
    case dispatchRetry = "katana:dispatch_retry"
    case updateBegin = "katana:update_begin"
    case updateEnd = "katana:update_end"
    case listenersBegin = "katana:listeners_begin"
    case listenersEnd = "katana:listeners_end"
    case effectBegin = "katana:effect_begin"
    case effectEnd = "katana:effect_end"
    case interceptorsBegin = "katana:interceptors_begin"
    case interceptorsEnd = "katana:interceptors_end"
    case queueDepth = "katana:queue_depth"
    case routeDiffBegin = "katana:route_diff_begin"
    case routeDiffEnd = "katana:route_diff_end"
    case routeStepBegin = "katana:route_step_begin"
    case routeStepEnd = "katana:route_step_end"
    case layoutBegin = "katana:layout_begin"
    case layoutEnd = "katana:layout_end"
    case reconcileBegin = "katana:reconcile_begin"
    case reconcileEnd = "katana:reconcile_end"
    case intervalBegin = "signpost:interval_begin"
    case intervalEnd = "signpost:interval_end"
    case point = "signpost:event"
    case counter = "signpost:counter"
    case measurement = "signpost:measurement"
    case fieldInteger = "signpost:field_integer"
    case fieldFloat = "signpost:field_float"
    case fieldBoolean = "signpost:field_boolean"
    case fieldText = "signpost:field_text"
    case spanContext = "signpost:span_context"
    case spanLink = "signpost:span_link"
    case threadCPUTime = "signpost:thread_cpu_time"
    /// LTTng's own: each process says what it is called when a recording begins, on whatever thread.
    case processName = "lttng_ust_statedump:procname"
  }

  /// The types of field that the events have.
  enum FieldType {
    case unsigned
    case signed
    case double
    case string
  }

  typealias Fields = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

  let kind: Kind?
  let classIndex: Int
  let hasClock: Bool
  /// The indices of the fields, in the order of ``fields(of:)``.
  let fields: Fields
  let processID: UInt64?
  let threadID: UInt64?
  let threadName: UInt64?

  init(eventClass: OpaquePointer, catalog: TraceCatalog) {
    let name = bt_event_class_get_name(eventClass).map { String(cString: $0) } ?? "(unnamed)"
    var indices: [UInt64] = []
    var kind = Kind(rawValue: name)
    if let wanted = kind {
      let payload = bt_event_class_borrow_payload_field_class_const(eventClass)
      for field in Self.fields(of: wanted) {
        guard let index = Self.index(of: field.name, type: field.type, in: payload) else {
          kind = nil
          break
        }
        indices.append(index)
      }
    }
    self.kind = kind
    classIndex = catalog.classIndex(fullName: name, isDecoded: kind != nil)
    indices += Array(repeating: 0, count: 6 - Swift.min(indices.count, 6))
    fields = (indices[0], indices[1], indices[2], indices[3], indices[4], indices[5])

    let streamClass = bt_event_class_borrow_stream_class_const(eventClass)
    hasClock = bt_stream_class_borrow_default_clock_class_const(streamClass) != nil
    let context = bt_stream_class_borrow_event_common_context_field_class_const(streamClass)
    processID = Self.index(of: "vpid", type: .signed, in: context)
    threadID = Self.index(of: "vtid", type: .signed, in: context)
    threadName = Self.index(of: "procname", type: .string, in: context)
  }

  private static func fields(of kind: Kind) -> [(name: String, type: FieldType)] {
    switch kind {
    case .dispatchEnqueue:
      [
        ("id", .unsigned), ("parent_id", .unsigned), ("kind", .string), ("name", .string),
        ("depth", .unsigned),
      ]
    case .dispatchDiscard: [("id", .unsigned), ("reason", .string)]
    case .dispatchRetry:
      [
        ("id", .unsigned), ("name", .string), ("attempt", .unsigned), ("delay", .signed),
        ("error", .string),
      ]
    case .updateBegin: [("id", .unsigned), ("name", .string), ("version", .unsigned)]
    case .listenersBegin: [("id", .unsigned), ("version", .unsigned), ("count", .unsigned)]
    case .updateEnd, .listenersEnd, .interceptorsEnd, .intervalEnd, .layoutEnd:
      [("id", .unsigned)]
    case .effectBegin:
      [("id", .unsigned), ("parent_id", .unsigned), ("name", .string), ("version", .unsigned)]
    case .effectEnd: [("id", .unsigned), ("outcome", .string)]
    case .interceptorsBegin: [("id", .unsigned), ("name", .string), ("count", .unsigned)]
    case .queueDepth: [("store", .unsigned), ("depth", .unsigned)]
    case .routeDiffBegin:
      [
        ("id", .unsigned), ("parent_id", .unsigned), ("old_count", .unsigned),
        ("new_count", .unsigned),
      ]
    case .routeDiffEnd:
      [
        ("id", .unsigned), ("actions", .unsigned), ("pushes", .unsigned), ("pops", .unsigned),
        ("changes", .unsigned),
      ]
    case .routeStepBegin:
      [
        ("id", .unsigned), ("parent_id", .unsigned), ("kind", .string), ("name", .string),
        ("pushed", .unsigned), ("popped", .unsigned),
      ]
    case .routeStepEnd: [("id", .unsigned), ("outcome", .string)]
    case .layoutBegin:
      [
        ("id", .unsigned), ("parent_id", .unsigned), ("name", .string), ("views", .unsigned),
        ("is_cache_hit", .unsigned),
      ]
    case .reconcileBegin: [("id", .unsigned), ("parent_id", .unsigned), ("name", .string)]
    case .reconcileEnd:
      [
        ("id", .unsigned), ("created", .unsigned), ("reused", .unsigned), ("removed", .unsigned),
        ("moved", .unsigned),
      ]
    case .intervalBegin:
      [
        ("id", .unsigned), ("parent_id", .unsigned), ("name", .string), ("subsystem", .string),
        ("category", .string),
      ]
    case .point:
      [
        ("id", .unsigned), ("parent_id", .unsigned), ("name", .string), ("subsystem", .string),
        ("category", .string), ("message", .string),
      ]
    case .counter:
      [("name", .string), ("value", .signed), ("subsystem", .string), ("category", .string)]
    case .measurement:
      [("name", .string), ("value", .double), ("subsystem", .string), ("category", .string)]
    case .fieldInteger: [("id", .unsigned), ("key", .string), ("value", .signed)]
    case .fieldFloat: [("id", .unsigned), ("key", .string), ("value", .double)]
    case .fieldBoolean: [("id", .unsigned), ("key", .string), ("value", .unsigned)]
    case .fieldText: [("id", .unsigned), ("key", .string), ("value", .string)]
    case .spanContext:
      [
        ("id", .unsigned), ("trace_id_high", .unsigned), ("trace_id_low", .unsigned),
        ("span_id", .unsigned), ("parent_span_id", .unsigned),
      ]
    case .spanLink:
      [
        ("id", .unsigned), ("trace_id_high", .unsigned), ("trace_id_low", .unsigned),
        ("span_id", .unsigned),
      ]
    case .threadCPUTime: [("id", .unsigned), ("nanoseconds", .signed)]
    case .processName: [("procname", .string)]
    }
  }

  private static func index(
    of name: String,
    type: FieldType,
    in structure: OpaquePointer?
  ) -> UInt64? {
    guard let structure, bt_field_class_get_type(structure) == BT_FIELD_CLASS_TYPE_STRUCTURE else {
      return nil
    }
    for index in 0..<bt_field_class_structure_get_member_count(structure) {
      guard
        let member = bt_field_class_structure_borrow_member_by_index_const(structure, index),
        let memberName = bt_field_class_structure_member_get_name(member),
        name == String(cString: memberName)
      else { continue }
      let field = bt_field_class_structure_member_borrow_field_class_const(member)
      let found = bt_field_class_get_type(field)
      switch type {
      case .unsigned: return found == BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER ? index : nil
      case .signed: return found == BT_FIELD_CLASS_TYPE_SIGNED_INTEGER ? index : nil
      case .double: return found == BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL ? index : nil
      case .string: return found == BT_FIELD_CLASS_TYPE_STRING ? index : nil
      }
    }
    return nil
  }
}
#endif
