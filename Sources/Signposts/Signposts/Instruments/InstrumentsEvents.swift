#if canImport(os)
import os

// Everything but intervals is an event of Instruments; a field is one with the id of what it belongs to.
extension Signposter {
  @usableFromInline var takesEvents: Bool { takesIntervals }
  @usableFromInline var takesCounters: Bool { takesIntervals }
  @usableFromInline var takesMeasurements: Bool { takesIntervals }
  @usableFromInline var takesIntegerFields: Bool { takesIntervals }
  @usableFromInline var takesFloatFields: Bool { takesIntervals }
  @usableFromInline var takesBooleanFields: Bool { takesIntervals }
  @usableFromInline var takesTextFields: Bool { takesIntervals }

  @usableFromInline
  func emit(_ name: StaticString, message: String, id: SignpostID, parent: SignpostID) {
    let id = id == .none ? makeSignpostID() : id
    if message.isEmpty {
      osSignposter.emitEvent(name, id: id.osSignpostID)
    } else {
      osSignposter.emitEvent(name, id: id.osSignpostID, "\(message, privacy: .public)")
    }
  }

  @usableFromInline
  func emitCounterValue(_ name: StaticString, _ value: Int) {
    emit(name, message: "\(value)", id: .none, parent: .none)
  }

  @usableFromInline
  func emitMeasurementValue(_ name: StaticString, _ value: Double) {
    emit(name, message: "\(value)", id: .none, parent: .none)
  }

  @usableFromInline
  func emitFieldValue(
    _ key: StaticString,
    _ value: some CustomStringConvertible,
    of id: SignpostID
  ) {
    emit(key, message: value.description, id: id, parent: .none)
  }
}
#endif
