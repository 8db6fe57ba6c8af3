import Signposts
import Synchronization
import Tracing

/// A span that is recorded, without its service context, which refers to it.
final class SpanRecord: Sendable {
  let spanContext: SpanContext
  let interval: SignpostIntervalState
  let signposter: Signposter
  /// What `SignpostID.bound` was where the span began: as long as it is that, nothing began since.
  let boundAtStart: SignpostID

  private struct State {
    var operationName: String
    var attributes: SpanAttributes = [:]
    var isEnded = false
  }

  // Never held while something is emitted: an attribute's description may be anybody's code.
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

  /// The interval that is innermost where this span is the service context's, and `bound` is bound.
  ///
  /// Of the two, it is the one that began later; ids are given out in that order.
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
      let old: SpanAttributes? = state.withLock { state in
        if state.isEnded { return nil }
        defer { state.attributes = newValue }
        return state.attributes
      }
      guard let old else { return }
      newValue.emit(of: id, unlessIn: old)
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
  func emitEvent(_ name: String, attributes: SpanAttributes, fields: (SignpostID) -> Void) {
    guard Signposter.areEventsRecorded else { return }
    let event = SignpostID.makeUnique()
    fields(event)
    attributes.emit(of: event)
    signposter.emitEvent(named: name, id: event, parent: id, message: "")
  }
}
