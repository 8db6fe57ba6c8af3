#if !canImport(os)
import CSignposts

// Additions for the bridges from other APIs: names that are no literals, because they come through those APIs as strings. Callers test
// first, so that arguments aren't computed in vain.
extension Signposter {
  /// Whether a session takes intervals.
  package static var areIntervalsRecorded: Bool { csignposts_signpost_interval_begin_enabled() }

  /// Whether a session takes events.
  package static var areEventsRecorded: Bool { csignposts_signpost_event_enabled() }

  /// Marks a moment whose name is known only at run time.
  package func emitEvent(named name: String, id: SignpostID, parent: SignpostID, message: String) {
    guard Signposter.areEventsRecorded else { return }
    unsafe TraceText.with(name) { unsafe emitEvent($0, message, id: id, parent: parent) }
  }

  /// Records a number that changes over time.
  ///
  /// Complexity: allocates nothing.
  package func emitCounter(_ name: TraceName, value: Int64) {
    guard csignposts_signpost_counter_enabled() else { return }
    // SAFETY: interned names live for ever.
    unsafe csignposts_signpost_counter(
      name.cString,
      value,
      subsystem.cString,
      category.cString
    )
  }

  /// Records one value of a distribution.
  ///
  /// Complexity: allocates nothing.
  package func emitMeasurement(_ name: TraceName, value: Double) {
    guard csignposts_signpost_measurement_enabled() else { return }
    // SAFETY: interned names live for ever.
    unsafe csignposts_signpost_measurement(
      name.cString,
      value,
      subsystem.cString,
      category.cString
    )
  }

  /// Adds a whole number to an interval that has begun, or to an event that is about to be emitted.
  package static func emitField(key: String, integer value: Int64, of id: SignpostID) {
    guard csignposts_signpost_field_integer_enabled() else { return }
    unsafe TraceText.with(key) {
      unsafe csignposts_signpost_field_integer_text(id.rawValue, $0, value)
    }
  }

  /// Adds a number to an interval that has begun, or to an event that is about to be emitted.
  package static func emitField(key: String, float value: Double, of id: SignpostID) {
    guard csignposts_signpost_field_float_enabled() else { return }
    unsafe TraceText.with(key) {
      unsafe csignposts_signpost_field_float_text(id.rawValue, $0, value)
    }
  }

  /// Adds a Boolean to an interval that has begun, or to an event that is about to be emitted.
  package static func emitField(key: String, boolean value: Bool, of id: SignpostID) {
    guard csignposts_signpost_field_boolean_enabled() else { return }
    unsafe TraceText.with(key) {
      unsafe csignposts_signpost_field_boolean_text(id.rawValue, $0, value)
    }
  }

  /// Adds text to an interval that has begun, or to an event that is about to be emitted.
  package static func emitField(
    key: String,
    text value: @autoclosure () -> String,
    of id: SignpostID
  ) {
    guard csignposts_signpost_field_text_enabled() else { return }
    unsafe TraceText.with(key) { key in
      unsafe TraceText.with(value()) {
        unsafe csignposts_signpost_field_text_text(id.rawValue, key, $0)
      }
    }
  }

  /// Emits the identity of an interval outside this process, in the terms of W3C Trace Context; a root has 0 as its parent.
  package static func emitSpanContext(
    of id: SignpostID,
    traceID: UInt128,
    spanID: UInt64,
    parentSpanID: UInt64
  ) {
    guard csignposts_signpost_span_context_enabled() else { return }
    csignposts_signpost_span_context(
      id.rawValue,
      UInt64(truncatingIfNeeded: traceID >> 64),
      UInt64(truncatingIfNeeded: traceID),
      spanID,
      parentSpanID
    )
  }

  /// Emits that an interval is related to a span that isn't its parent.
  package static func emitSpanLink(of id: SignpostID, traceID: UInt128, spanID: UInt64) {
    guard csignposts_signpost_span_link_enabled() else { return }
    csignposts_signpost_span_link(
      id.rawValue,
      UInt64(truncatingIfNeeded: traceID >> 64),
      UInt64(truncatingIfNeeded: traceID),
      spanID
    )
  }
}
#endif
