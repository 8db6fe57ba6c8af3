public import CSignposts

extension Signposter {
  /// Marks a moment.
  ///
  /// - Parameters:
  ///   - name: What the report groups by.
  ///   - message: Details; evaluated only while recorded. Scalars outside printable ASCII are
  ///     escaped, text over 30,000 bytes is cut.
  ///   - id: Ties the event to an interval; a fresh id where none is given.
  ///   - parent: The interval that the event happened in.
  @inlinable
  public func emitEvent(
    _ name: StaticString,
    _ message: @autoclosure () -> String = "",
    id: SignpostID = .none,
    parent: SignpostID = .none
  ) {
    guard isActive && csignposts_signpost_event_enabled() else { return }
    emit(name, message: message(), id: id, parent: parent)
  }

  /// Records a number that changes over time, such as a queue's length or bytes in use.
  ///
  /// Units: whatever the name says; whole, because trace viewers read doubles with a float's
  /// precision.
  @inlinable
  public func emitCounter(_ name: StaticString, value: Int) {
    guard isActive && csignposts_signpost_counter_enabled() else { return }
    emitCounterValue(name, value)
  }

  @usableFromInline
  @inline(never)
  func emit(_ name: StaticString, message: String, id: SignpostID, parent: SignpostID) {
    let id = id == .none ? makeSignpostID() : id
    ASCIIEscaping.withCString(name) { name in
      ASCIIEscaping.withCString(message) { message in
        // SAFETY: the strings outlive the call, which copies them into the trace's buffer.
        unsafe csignposts_signpost_event(
          id.rawValue,
          parent.rawValue,
          name,
          subsystem.cString,
          category.cString,
          message
        )
      }
    }
  }

  @usableFromInline
  @inline(never)
  func emitCounterValue(_ name: StaticString, _ value: Int) {
    ASCIIEscaping.withCString(name) { name in
      // SAFETY: the strings outlive the call, which copies them into the trace's buffer.
      unsafe csignposts_signpost_counter(name, Int64(value), subsystem.cString, category.cString)
    }
  }
}
