#if !canImport(os)
public import CSignposts

// Checks before anything is computed, all inlined into programs.
extension Signposter {
  /// What a recording session takes: one load and one branch each, the whole cost of the public functions while nobody records.
  @inlinable
  @inline(__always)
  var takesIntervals: Bool { _slowPath(csignposts_signpost_interval_begin_enabled()) && isActive }

  @inlinable
  @inline(__always)
  var takesEvents: Bool { _slowPath(csignposts_signpost_event_enabled()) && isActive }

  @inlinable
  @inline(__always)
  var takesCounters: Bool { _slowPath(csignposts_signpost_counter_enabled()) && isActive }

  @inlinable
  @inline(__always)
  var takesMeasurements: Bool { _slowPath(csignposts_signpost_measurement_enabled()) && isActive }

  @inlinable
  @inline(__always)
  var takesIntegerFields: Bool {
    _slowPath(csignposts_signpost_field_integer_enabled()) && isActive
  }

  @inlinable
  @inline(__always)
  var takesFloatFields: Bool { _slowPath(csignposts_signpost_field_float_enabled()) && isActive }

  @inlinable
  @inline(__always)
  var takesBooleanFields: Bool {
    _slowPath(csignposts_signpost_field_boolean_enabled()) && isActive
  }

  @inlinable
  @inline(__always)
  var takesTextFields: Bool { _slowPath(csignposts_signpost_field_text_enabled()) && isActive }

  @inlinable
  @inline(__always)
  var isRecorded: Bool {
    csignposts_signpost_interval_begin_enabled() || csignposts_signpost_event_enabled()
  }

  static var canEmit: Bool { csignposts_can_emit() }
}

/// The ids and parents of this process: in C, so that all modules share one word each.
@usableFromInline
enum ProcessIntervals {
  @inlinable
  @inline(__always)
  static func makeID() -> UInt64 { csignposts_make_id() }

  /// Whether there has been a parent; until then, nobody has to look for one in the task.
  @inlinable
  @inline(__always)
  static var haveParents: Bool { csignposts_has_parents() }

  @inlinable
  @inline(__always)
  static func expectParents() { csignposts_expect_parents() }
}
#endif
