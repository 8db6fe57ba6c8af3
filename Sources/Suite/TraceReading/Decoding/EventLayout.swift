#if HAS_BABELTRACE
import EventTable

/// The role of one class of events, and the places of its fields.
///
/// Fields are found by name once, then used by index: a look-up by name would compare strings for each field of each event.
struct EventLayout {
  /// The meaning of the events of a class.
  enum Role {
    case begin
    case end
    case special(Special)
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
    case fields = "signpost:fields"
    case text = "signpost:text"
    case series = "signpost:series"
    case seriesCounter = "signpost:series_counter"
    case seriesSample = "signpost:series_measurement"
    case spanContext = "signpost:span_context"
    case spanLink = "signpost:span_link"
    case threadCPUTime = "signpost:thread_cpu_time"
    /// LTTng's own event: each process gives its name when a recording begins, on any thread.
    case processName = "lttng_ust_statedump:procname"
    /// Another one, of which recordings have only that with the process' program.
    case program = "lttng_ust_statedump:bin_info"

    /// Whether such an event only tells names, which others refer to.
    var isOfNames: Bool {
      switch self {
      case .processName, .program, .text, .series: true
      default: false
      }
    }
  }

  /// The index of a field in its structure.
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
  /// For a begin: id, parent, name, subsystem, category and version; for an end: id and outcome; for a special event: the table's fields,
  /// in its order.
  private(set) var fields: Fields
  /// The event's own name, for a begin without a field `name`.
  private(set) var name: TraceSymbol?
  /// The places of the summed fields, in the decoder's list for all classes.
  var sums = 0..<0
  let classIndex: Int
  let hasClock: Bool
  /// Whether the texts of the fields are ``EscapedText``.
  let isEscaped: Bool
  let processID: Int32?
  let threadID: Int32?
  let threadName: Int32?

  /// The layout for events with a name and these fields.
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
    let definition = EventDefinition.all.first { $0.name == name }
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
          // Traces of earlier versions may lack it.
          let isNamed = definition?.fields.contains { $0.name == "name" } ?? false
          if !found[2].exists, !isNamed {
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
      // Not `slot`, which is only for Trace Compass and newer than the others; if any other is missing, the event is unknown.
      let wanted =
        definition?.fields.filter { $0.name != "slot" }.map {
          field($0.name, PairTable.FieldType(table: $0.type))
        } ?? [field(special == .program ? "path" : "procname", .string)]
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

  /// The summed fields of a begin or end: for an event of the table those with a label, for others all integers that are no ids.
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
}
#endif
