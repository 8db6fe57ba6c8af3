import Signposts
import Synchronization
import Tracing

/// A recorded span without its service context, which refers to it.
final class SpanRecord: Sendable {
  let spanContext: SpanContext
  let interval: SignpostIntervalState
  let signposter: Signposter
  /// The value of `SignpostID.bound` where the span began; while it stays the same, nothing began since.
  let boundAtStart: SignpostID

  private struct State {
    var operationName: String
    var attributes: SpanAttributes = [:]
    var told = ToldFields()
    var isEnded = false
  }

  // Never held during emission: an attribute's description may be foreign code.
  private let state: Mutex<State>

  init(
    _ operationName: String,
    signposter: Signposter,
    interval: SignpostIntervalState,
    spanContext: SpanContext,
    boundAtStart: SignpostID
  ) {
    state = Mutex(State(operationName: operationName))
    self.signposter = signposter
    self.interval = interval
    self.spanContext = spanContext
    self.boundAtStart = boundAtStart
  }

  var id: SignpostID { interval.id }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// The innermost interval if this span is the service context's, and `bound` is bound.
  ///
  /// It is the one of the two that began later; ids are given out in that order.
  func innermost(of bound: SignpostID) -> SignpostID {
    bound == boundAtStart || bound.rawValue < id.rawValue ? id : bound
  }

  var operationName: String {
    get { state.withLock { $0.operationName } }
    set {
      let isRecording = state.withLock { state in
        if state.isEnded { return false }
        state.operationName = newValue
        return true
      }
      if isRecording { Signposter.emitField(key: "name", text: newValue, of: id) }
    }
  }

  var attributes: SpanAttributes {
    get { state.withLock { $0.attributes } }
    set {
      // What was told is taken out: a description may set attributes, which are then told once more.
      let old: (attributes: SpanAttributes, told: ToldFields)? = state.withLock { state in
        if state.isEnded { return nil }
        var (attributes, told) = (newValue, ToldFields())
        swap(&state.attributes, &attributes)
        swap(&state.told, &told)
        return (attributes, told)
      }
      guard let old else { return }
      let told = Signposter.emitFields(of: id, notIn: old.told) { newValue.add(to: &$0) }
      if let told { state.withLock { $0.told = told } }
    }
  }

  /// Ends the interval, the first time.
  func end() {
    let isFirst = state.withLock { state in
      defer { state.isEnded = true }
      return !state.isEnded
    }
    if isFirst { signposter.endInterval(interval) }
  }

  /// Emits an event that happened in this span, after its fields.
  func emitEvent(
    _ name: String,
    attributes: SpanAttributes,
    fields: (inout FieldList) -> Void
  ) {
    guard Signposter.areEventsRecorded else { return }
    let event = SignpostID.makeUnique()
    Signposter.emitFields(of: event) { list in
      fields(&list)
      attributes.add(to: &list)
    }
    signposter.emitEvent(named: name, id: event, parent: id, message: "")
  }
}

extension SpanAttributes {
  /// Adds each attribute to fields.
  func add(to fields: inout FieldList, prefix: String = "") {
    // They are no sequence.
    // swift-format-ignore: ReplaceForEachWithForLoop
    self.forEach { key, value in
      value.add(to: &fields, key: prefix.isEmpty ? key : prefix + key)
    }
  }
}

extension SpanAttribute {
  /// Adds the attribute as a field of the nearest type; arrays as text.
  func add(to fields: inout FieldList, key: String) {
    switch self {
    case .int32(let value): fields.append(key, integer: Int64(value))
    case .int64(let value): fields.append(key, integer: value)
    case .double(let value): fields.append(key, float: value)
    case .bool(let value): fields.append(key, boolean: value)
    case .string(let value): fields.append(key, text: value)
    case .stringConvertible(let value): fields.append(key, text: value.description)
    case .int32Array(let values): fields.append(key, text: "\(values)")
    case .int64Array(let values): fields.append(key, text: "\(values)")
    case .doubleArray(let values): fields.append(key, text: "\(values)")
    case .boolArray(let values): fields.append(key, text: "\(values)")
    case .stringArray(let values): fields.append(key, text: "\(values)")
    case .stringConvertibleArray(let values):
      fields.append(key, text: "\(values.map(\.description))")
    default:
      // The one remaining case has no value; future cases are better seen than dropped.
      fields.append(key, text: "\(self)")
    }
  }
}

extension SpanKind {
  /// The kind as an interval's category.
  var traceName: TraceName {
    switch self {
    case .server: Self.serverName
    case .client: Self.clientName
    case .producer: Self.producerName
    case .consumer: Self.consumerName
    case .internal: Self.internalName
    }
  }

  private static let serverName = TraceName("server")
  private static let clientName = TraceName("client")
  private static let producerName = TraceName("producer")
  private static let consumerName = TraceName("consumer")
  private static let internalName = TraceName("internal")
}
