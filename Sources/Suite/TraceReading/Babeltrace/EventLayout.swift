#if HAS_BABELTRACE
import CBabeltrace
import EventTable

// SAFETY: of this file: what the library lends is used only while the event, class or message that it was borrowed
// from is held, and what it gives is given back once.

/// The role of one class of events, and the places of its fields.
///
/// Found by name once, then used by index: looking a field up by name would cost a comparison of
/// strings for each field of each event.
struct EventLayout {
  /// The meaning of the events of a class.
  enum Role {
    case begin
    case end
    /// One of the few with a meaning of its own.
    case special(Special)
    /// One of a task's.
    case task(TaskEventClass)
    case none
  }

  /// How an end finds its begin.
  enum Pairing {
    case integer
    case text
    case thread
  }

  /// The events with a meaning of their own.
  enum Special: String {
    case dispatchEnqueue = "katana:dispatch_enqueue"
    case dispatchDiscard = "katana:dispatch_discard"
    case dispatchRetry = "katana:dispatch_retry"
    case queueDepth = "katana:queue_depth"
    case point = "signpost:event"
    case counter = "signpost:counter"
    case sample = "signpost:measurement"
    case fieldInteger = "signpost:field_integer"
    case fieldFloat = "signpost:field_float"
    case fieldBoolean = "signpost:field_boolean"
    case fieldText = "signpost:field_text"
    case spanContext = "signpost:span_context"
    case spanLink = "signpost:span_link"
    case threadCPUTime = "signpost:thread_cpu_time"
    /// LTTng's own: each process says what it is called when a recording begins, on whatever thread.
    case processName = "lttng_ust_statedump:procname"

    /// The fields that are wanted, in the order in which ``EventLayout/fields`` has them: those of the first version of the event, as
    /// traces of earlier versions lack the others.
    var fields: [String] {
      switch self {
      case .dispatchEnqueue: ["id", "parent_id", "kind", "name", "depth"]
      case .dispatchDiscard: ["id", "reason"]
      case .dispatchRetry: ["id", "name", "attempt", "delay", "error"]
      case .queueDepth: ["store", "depth"]
      case .point: ["id", "parent_id", "name", "subsystem", "category", "message"]
      case .counter, .sample: ["name", "value", "subsystem", "category"]
      case .fieldInteger, .fieldFloat, .fieldBoolean, .fieldText: ["id", "key", "value"]
      case .spanContext:
        ["id", "trace_id_high", "trace_id_low", "span_id", "parent_span_id"]
      case .spanLink: ["id", "trace_id_high", "trace_id_low", "span_id"]
      case .threadCPUTime: ["id", "nanoseconds"]
      case .processName: ["procname"]
      }
    }
  }

  /// Where a field is in its structure.
  struct Field {
    static let none = Field(index: -1, isSigned: false)

    let index: Int32
    let isSigned: Bool

    var exists: Bool { index >= 0 }
  }

  typealias Fields = (Field, Field, Field, Field, Field, Field)

  private(set) var role = Role.none
  private(set) var kind = TraceIntervalKind(index: 0)
  private(set) var pairing = Pairing.integer
  /// Of a begin the id, parent, name, subsystem, category and version; of an end the id and outcome; of an event with a meaning of
  /// its own those that it wants.
  private(set) var fields: Fields
  /// Of a begin whose event has no field `name`, the event's own.
  private(set) var name: TraceSymbol?
  /// The places of the fields that are added up, in the decoder's list of those of all classes.
  var sums = 0..<0
  let classIndex: Int
  let hasClock: Bool
  /// Whether the texts of the fields are ``EscapedText``.
  let isEscaped: Bool
  let processID: Int32?
  let threadID: Int32?
  let threadName: Int32?

  /// The layout of events with a name and these fields.
  init(
    name: String,
    payload: PairTable.Fields,
    context: PairTable.Fields,
    hasClock: Bool,
    catalog: TraceCatalog,
    pairs: PairTable
  ) {
    self.hasClock = hasClock
    isEscaped = EscapedText.isIn(name)
    func field(_ name: String, _ types: PairTable.FieldType...) -> Field {
      guard
        let index = payload.firstIndex(where: { field in
          field.name == name && types.contains { $0 == field.type }
        })
      else { return .none }
      return Field(index: Int32(index), isSigned: payload[index].type == .signed)
    }
    var found = Array(repeating: Field.none, count: 6)
    if let end = pairs.ends[name] {
      let key = end.key.map { field($0, .unsigned, .signed, .string) }
      if let key, !key.exists {
        role = .none
      } else {
        kind = end.kind
        role = end.isBegin ? .begin : .end
        pairing = key.map { payload[Int($0.index)].type == .string ? .text : .integer } ?? .thread
        found[0] = key ?? .none
        if end.isBegin {
          found[1] = field("parent_id", .unsigned, .signed)
          found[2] = field("name", .string)
          if !found[2].exists, !Self.hasName(name) {
            // `katana:route_diff_begin` in words: route diff.
            let stem = PairTable.stem(of: name).drop { $0 != ":" }.dropFirst()
            self.name = catalog.symbol(for: String(stem).replacing("_", with: " "))
          }
          found[3] = field("subsystem", .string)
          found[4] = field("category", .string)
          if !found[4].exists { found[4] = field("kind", .string) }
          found[5] = field("version", .unsigned)
        } else {
          found[1] = field("outcome", .string)
        }
      }
    } else if let special = Special(rawValue: name) {
      let types = EventDefinition.all.first { $0.name == name }?.fields.reduce(into: [:]) {
        $0[$1.name] = PairTable.FieldType(table: $1.type)
      }
      let wanted = special.fields.map { field($0, types?[$0] ?? .string) }
      if wanted.allSatisfy(\.exists) {
        role = .special(special)
        found.replaceSubrange(0..<wanted.count, with: wanted)
      }
    } else if let task = TaskEventClass(rawValue: name), task.has(payload) {
      role = .task(task)
    }
    fields = (found[0], found[1], found[2], found[3], found[4], found[5])
    if case .none = role {
      classIndex = catalog.classIndex(fullName: name, isDecoded: false)
    } else {
      classIndex = catalog.classIndex(fullName: name, isDecoded: true)
    }

    func contextIndex(_ name: String, _ type: PairTable.FieldType) -> Int32? {
      context.firstIndex { $0.name == name && $0.type == type }.map(Int32.init)
    }
    processID = contextIndex("vpid", .signed)
    threadID = contextIndex("vtid", .signed)
    threadName = contextIndex("procname", .string)
  }

  /// The fields of a begin or end whose values are added up: of an event of the table those with a label,
  /// of others all integers that are no ids.
  func summedFields(
    _ name: String,
    _ fields: PairTable.Fields
  ) -> [(name: String, label: String?, field: Field)] {
    switch role {
    case .begin, .end: break
    default: return []
    }
    let labels = EventDefinition.all.first { $0.name == name }?.fields
    return fields.enumerated().compactMap { index, field in
      guard field.type == .unsigned || field.type == .signed, index != self.fields.0.index else {
        return nil
      }
      let label = labels?.first { $0.name == field.name }?.label
      if labels == nil ? field.name == "id" || field.name.hasSuffix("_id") : label == nil {
        return nil
      }
      return (field.name, label, Field(index: Int32(index), isSigned: field.type == .signed))
    }
  }

  /// Whether the event table gives an event a name, which traces of earlier versions may lack.
  private static func hasName(_ event: String) -> Bool {
    EventDefinition.all.contains { $0.name == event && $0.fields.contains { $0.name == "name" } }
  }

  static func name(of eventClass: OpaquePointer) -> String {
    unsafe bt_event_class_get_name(eventClass).map { unsafe String(cString: $0) } ?? "(unnamed)"
  }

  /// The fields of the events of a class of the library's.
  static func fields(of eventClass: OpaquePointer) -> PairTable.Fields {
    unsafe members(of: bt_event_class_borrow_payload_field_class_const(eventClass))
  }

  static func members(of structure: OpaquePointer?) -> PairTable.Fields {
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

extension PairTable.FieldType {
  /// The type of a field that the event table gives a name.
  fileprivate init(table name: String) {
    switch name {
    case "i64": self = .signed
    case "f64": self = .double
    case "text", "any": self = .string
    default: self = .unsigned
    }
  }
}
#endif
