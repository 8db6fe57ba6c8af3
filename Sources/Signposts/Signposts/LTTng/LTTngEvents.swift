#if !canImport(os)
import CSignposts

// SAFETY: of this file: the texts outlive the calls, which copy them into the trace's buffer.

extension Signposter {
  @usableFromInline
  @inline(never)
  func emit(_ name: StaticString, message: String, id: SignpostID, parent: SignpostID) {
    let id = id == .none ? makeSignpostID() : id
    unsafe TraceText.with(name) { text in
      unsafe emitEvent(text, message, id: id, parent: parent)
      // "snapshot memory", for `hamon record --memory`.
      guard name.utf8CodeUnitCount == 15 else { return }
      unsafe TraceText.with(message) { unsafe csignposts_event_happened(text, $0) }
    }
  }

  @inline(__always)
  func emitEvent(_ name: csignposts_text, _ message: String, id: SignpostID, parent: SignpostID) {
    unsafe TraceText.with(message) { message in
      unsafe csignposts_signpost_event_text(
        name,
        message,
        id.rawValue,
        parent.rawValue,
        subsystem.cString,
        category.cString
      )
    }
  }

  @usableFromInline
  @inline(never)
  func emitCounterValue(_ name: StaticString, _ value: Int) {
    unsafe TraceText.with(name) { name in
      unsafe csignposts_signpost_counter_text(
        name,
        Int64(value),
        subsystem.cString,
        category.cString
      )
    }
  }

  @usableFromInline
  @inline(never)
  func emitMeasurementValue(_ name: StaticString, _ value: Double) {
    unsafe TraceText.with(name) { name in
      unsafe csignposts_signpost_measurement_text(
        name,
        value,
        subsystem.cString,
        category.cString
      )
    }
  }

  @usableFromInline
  @inline(never)
  func emitFieldValue(_ key: StaticString, _ value: Int64, of id: SignpostID) {
    unsafe TraceText.with(key) {
      unsafe csignposts_signpost_field_integer_text(id.rawValue, $0, value)
    }
  }

  @usableFromInline
  @inline(never)
  func emitFieldValue(_ key: StaticString, _ value: Double, of id: SignpostID) {
    unsafe TraceText.with(key) {
      unsafe csignposts_signpost_field_float_text(id.rawValue, $0, value)
    }
  }

  @usableFromInline
  @inline(never)
  func emitFieldValue(_ key: StaticString, _ value: Bool, of id: SignpostID) {
    unsafe TraceText.with(key) {
      unsafe csignposts_signpost_field_boolean_text(id.rawValue, $0, value)
    }
  }

  @usableFromInline
  @inline(never)
  func emitFieldValue(_ key: StaticString, _ value: String, of id: SignpostID) {
    unsafe TraceText.with(key) { key in
      unsafe TraceText.with(value) {
        unsafe csignposts_signpost_field_text_text(id.rawValue, key, $0)
      }
    }
  }
}
#endif
