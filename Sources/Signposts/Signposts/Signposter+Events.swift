public import CSignposts

extension Signposter {
  /// Marks a moment.
  ///
  /// - Parameters:
  ///   - name: What the report groups by.
  ///   - id: The event's own id, which its fields bear; a fresh one where none is given.
  ///   - parent: The interval that the event happened in; evaluated only while recorded.
  ///   - message: Details; evaluated only while recorded. Scalars outside printable ASCII are
  ///     escaped, text over 30,000 bytes is cut.
  @inlinable
  public func emitEvent(
    _ name: StaticString,
    id: SignpostID = .none,
    parent: @autoclosure () -> SignpostID = .current,
    _ message: @autoclosure () -> String = ""
  ) {
    guard _slowPath(csignposts_signpost_event_enabled()), isActive else { return }
    emit(name, message: message(), id: id, parent: parent())
  }

  /// Records a number that changes over time, such as a queue's length or bytes in use.
  ///
  /// Units: whatever the name says; whole, because trace viewers read doubles with a float's
  /// precision.
  @inlinable
  public func emitCounter(_ name: StaticString, value: @autoclosure () -> Int) {
    guard _slowPath(csignposts_signpost_counter_enabled()), isActive else { return }
    emitCounterValue(name, value())
  }

  /// Records one value of a distribution, such as the size of a request.
  ///
  /// Units: whatever the name says. Viewers may read it with a float's precision, the report doesn't.
  @inlinable
  public func emitMeasurement(_ name: StaticString, value: @autoclosure () -> Double) {
    guard _slowPath(csignposts_signpost_measurement_enabled()), isActive else { return }
    emitMeasurementValue(name, value())
  }

  @usableFromInline
  @inline(never)
  func emit(_ name: StaticString, message: String, id: SignpostID, parent: SignpostID) {
    let id = id == .none ? makeSignpostID() : id
    unsafe TraceText.with(name) { name in
      unsafe TraceText.with(message) { message in
        // SAFETY: the strings outlive the call, which copies them into the trace's buffer.
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
  }

  @usableFromInline
  @inline(never)
  func emitCounterValue(_ name: StaticString, _ value: Int) {
    unsafe TraceText.with(name) { name in
      // SAFETY: the strings outlive the call, which copies them into the trace's buffer.
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
      // SAFETY: the strings outlive the call, which copies them into the trace's buffer.
      unsafe csignposts_signpost_measurement_text(
        name,
        value,
        subsystem.cString,
        category.cString
      )
    }
  }
}
