#if canImport(os)
import os

// Additions for the bridges from other APIs, as in LTTngBridges.swift: names that are no literals go into messages.
extension Signposter {
  /// Whether a session takes intervals; always true, because only each signposter can be asked.
  package static var areIntervalsRecorded: Bool { true }

  /// Whether a session takes events.
  package static var areEventsRecorded: Bool { true }

  package func emitEvent(named name: String, id: SignpostID, parent: SignpostID, message: String) {
    guard takesEvents else { return }
    emit("event", message: InstrumentsText.joining(name, message), id: id, parent: parent)
  }

  package func emitCounter(_ name: TraceName, value: Int64) {
    guard takesCounters else { return }
    emit(
      "counter",
      message: InstrumentsText.joining(name.text, "\(value)"),
      id: .none,
      parent: .none
    )
  }

  package func emitMeasurement(_ name: TraceName, value: Double) {
    guard takesMeasurements else { return }
    emit(
      "measurement",
      message: InstrumentsText.joining(name.text, "\(value)"),
      id: .none,
      parent: .none
    )
  }

  package static func emitField(key: String, integer value: Int64, of id: SignpostID) {
    emitField(key: key, text: "\(value)", of: id)
  }

  package static func emitField(key: String, float value: Double, of id: SignpostID) {
    emitField(key: key, text: "\(value)", of: id)
  }

  package static func emitField(key: String, boolean value: Bool, of id: SignpostID) {
    emitField(key: key, text: "\(value)", of: id)
  }

  package static func emitField(
    key: String,
    text value: @autoclosure () -> String,
    of id: SignpostID
  ) {
    guard fields.takesEvents, id != .none else { return }
    fields.emit("field", message: InstrumentsText.joining(key, value()), id: id, parent: .none)
  }

  /// Does nothing: Instruments has no traces of several processes.
  package static func emitSpanContext(
    of id: SignpostID,
    traceID: UInt128,
    spanID: UInt64,
    parentSpanID: UInt64
  ) {}

  /// Does nothing, as `emitSpanContext`.
  package static func emitSpanLink(of id: SignpostID, traceID: UInt128, spanID: UInt64) {}

  /// For fields whose interval's signposter isn't known: they have its id, in their own log.
  private static let fields = Signposter(subsystem: "signposts", category: "fields")
}
#endif
