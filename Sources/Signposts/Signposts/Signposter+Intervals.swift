public import CSignposts

extension Signposter {
  /// Begins an interval.
  ///
  /// - Parameters:
  ///   - name: What the report groups by. A literal, so that emitting it copies nothing.
  ///   - id: The interval's own id; a fresh one where none is given. Two intervals that are open at
  ///     once must not share one.
  ///   - parent: The interval that this one is a part of; evaluated only while recorded.
  ///   - message: What else there is to say, as field `message`; evaluated only while recorded.
  /// - Returns: What `endInterval` wants, once.
  @inlinable
  public func beginInterval(
    _ name: StaticString,
    id: SignpostID = .none,
    parent: @autoclosure () -> SignpostID = .current,
    _ message: @autoclosure () -> String = ""
  ) -> SignpostIntervalState {
    guard _slowPath(csignposts_signpost_interval_begin_enabled()), isActive else {
      return .unrecorded
    }
    let state = emitBegin(name, id: id, parent: parent())
    emitMessage(message(), of: state.id)
    return state
  }

  /// Begins an interval whose name is known only when the program runs.
  ///
  /// Names are what the report groups by, so there should be few: put what differs into fields.
  ///
  /// - Parameters:
  ///   - name: Any text; evaluated only while recorded, as all the others are.
  ///   - id: The interval's own id; a fresh one where none is given.
  ///   - parent: The interval that this one is a part of.
  ///   - message: What else there is to say, as field `message`.
  /// - Returns: What `endInterval` wants, once.
  @inlinable
  public func beginInterval(
    named name: @autoclosure () -> String,
    id: SignpostID = .none,
    parent: @autoclosure () -> SignpostID = .current,
    _ message: @autoclosure () -> String = ""
  ) -> SignpostIntervalState {
    guard _slowPath(csignposts_signpost_interval_begin_enabled()), isActive else {
      return .unrecorded
    }
    let state = emitBegin(named: name(), id: id, parent: parent())
    emitMessage(message(), of: state.id)
    return state
  }

  /// Ends an interval, on any thread.
  ///
  /// Does nothing where the beginning was not recorded. A second end of one interval is recorded as
  /// it is, and the report tells of it.
  ///
  /// - Parameters:
  ///   - name: The name that it began with; kept for the likeness to `OSSignposter`, the trace
  ///     pairs by id.
  ///   - state: What `beginInterval` returned.
  @inlinable
  public func endInterval(_ name: StaticString, _ state: SignpostIntervalState) {
    endInterval(state)
  }

  /// Ends an interval, on any thread.
  ///
  /// - Parameter state: What `beginInterval` returned.
  @inlinable
  public func endInterval(_ state: SignpostIntervalState) {
    if state.id == .none { return }
    emitEnd(state)
  }

  /// Marks the time that a body takes, also where it throws.
  ///
  /// In the body the interval is `SignpostID.current`, so that what begins there is its child.
  ///
  /// - Parameters:
  ///   - name: What the report groups by.
  ///   - id: The interval's own id; a fresh one where none is given.
  ///   - parent: The interval that this one is a part of.
  ///   - message: What else there is to say, as field `message`.
  ///   - body: What is measured.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  public func withIntervalSignpost<Value, Failure: Error>(
    _ name: StaticString,
    id: SignpostID = .none,
    parent: @autoclosure () -> SignpostID = .current,
    _ message: @autoclosure () -> String = "",
    around body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard _slowPath(csignposts_signpost_interval_begin_enabled()), isActive else {
      return try body()
    }
    let state = emitSynchronousBegin(name, id: id, parent: parent())
    emitMessage(message(), of: state.id)
    defer { emitEnd(state) }
    return try state.id.asCurrent(body)
  }

  /// Marks the time from an asynchronous body's start to its end, suspensions included, also where
  /// it throws.
  ///
  /// In the body and its child tasks the interval is `SignpostID.current`, so that what begins there
  /// is its child.
  ///
  /// Isolation: the body runs where the caller runs.
  ///
  /// - Parameters:
  ///   - name: What the report groups by.
  ///   - id: The interval's own id; a fresh one where none is given.
  ///   - parent: The interval that this one is a part of.
  ///   - message: What else there is to say, as field `message`.
  ///   - isolation: The caller's.
  ///   - body: What is measured.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  public func withIntervalSignpost<Value, Failure: Error>(
    _ name: StaticString,
    id: SignpostID = .none,
    parent: @autoclosure () -> SignpostID = .current,
    _ message: @autoclosure () -> String = "",
    isolation: isolated (any Actor)? = #isolation,
    around body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let state = beginInterval(name, id: id, parent: parent(), message())
    if state.id == .none { return try await body() }
    defer { emitEnd(state) }
    return try await state.id.asCurrent(isolation: isolation, body)
  }

  /// Marks the time that a body takes, under a name that is known only when the program runs.
  ///
  /// Names are what the report groups by, so there should be few: put what differs into fields.
  ///
  /// - Parameters:
  ///   - name: Any text; evaluated only while recorded. Scalars outside printable ASCII are escaped, text over
  ///     30,000 bytes is cut.
  ///   - id: The interval's own id; a fresh one where none is given.
  ///   - parent: The interval that this one is a part of.
  ///   - message: What else there is to say, as field `message`.
  ///   - body: What is measured.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  public func withIntervalSignpost<Value, Failure: Error>(
    named name: @autoclosure () -> String,
    id: SignpostID = .none,
    parent: @autoclosure () -> SignpostID = .current,
    _ message: @autoclosure () -> String = "",
    around body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard _slowPath(csignposts_signpost_interval_begin_enabled()), isActive else {
      return try body()
    }
    let state = emitSynchronousBegin(named: name(), id: id, parent: parent())
    emitMessage(message(), of: state.id)
    defer { emitEnd(state) }
    return try state.id.asCurrent(body)
  }

  /// Marks the time from an asynchronous body's start to its end, under a name that is known only when the
  /// program runs.
  ///
  /// Isolation: the body runs where the caller runs.
  ///
  /// - Parameters:
  ///   - name: Any text; evaluated only while recorded. Scalars outside printable ASCII are escaped, text over
  ///     30,000 bytes is cut.
  ///   - id: The interval's own id; a fresh one where none is given.
  ///   - parent: The interval that this one is a part of.
  ///   - message: What else there is to say, as field `message`.
  ///   - isolation: The caller's.
  ///   - body: What is measured.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  @inlinable
  public func withIntervalSignpost<Value, Failure: Error>(
    named name: @autoclosure () -> String,
    id: SignpostID = .none,
    parent: @autoclosure () -> SignpostID = .current,
    _ message: @autoclosure () -> String = "",
    isolation: isolated (any Actor)? = #isolation,
    around body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let state = beginInterval(named: name(), id: id, parent: parent(), message())
    if state.id == .none { return try await body() }
    defer { emitEnd(state) }
    return try await state.id.asCurrent(isolation: isolation, body)
  }

  @usableFromInline
  @inline(never)
  func emitBegin(
    _ name: StaticString,
    id: SignpostID,
    parent: SignpostID
  ) -> SignpostIntervalState {
    unsafe TraceText.with(name) { unsafe emitBegin($0, id: id, parent: parent) }
  }

  /// Begins what ends on this thread, after all that begins in it here.
  @usableFromInline
  @inline(never)
  func emitSynchronousBegin(
    _ name: StaticString,
    id: SignpostID,
    parent: SignpostID
  ) -> SignpostIntervalState {
    unsafe TraceText.with(name) {
      unsafe emitBegin($0, id: id, parent: parent, isSynchronous: true)
    }
  }

  @usableFromInline
  @inline(never)
  func emitBegin(named name: String, id: SignpostID, parent: SignpostID) -> SignpostIntervalState {
    unsafe TraceText.with(name) { unsafe emitBegin($0, id: id, parent: parent) }
  }

  /// As `emitSynchronousBegin(_:id:parent:)`, under a name that is known only when the program runs.
  @usableFromInline
  @inline(never)
  func emitSynchronousBegin(
    named name: String,
    id: SignpostID,
    parent: SignpostID
  ) -> SignpostIntervalState {
    unsafe TraceText.with(name) {
      unsafe emitBegin($0, id: id, parent: parent, isSynchronous: true)
    }
  }

  @inline(__always)
  private func emitBegin(
    _ name: csignposts_text,
    id: SignpostID,
    parent: SignpostID,
    isSynchronous: Bool = false
  ) -> SignpostIntervalState {
    let id = id == .none ? makeSignpostID() : id
    let begin =
      unsafe isSynchronous
      ? csignposts_signpost_synchronous_begin_text : csignposts_signpost_interval_begin_text
    // SAFETY: the strings outlive the call, which copies them into the trace's buffer.
    unsafe begin(
      id.rawValue,
      parent.rawValue,
      name,
      subsystem.cString,
      category.cString
    )
    let recordsCPUTime = csignposts_signpost_thread_cpu_time_enabled()
    if recordsCPUTime { csignposts_emit_thread_cpu_time(id.rawValue) }
    return SignpostIntervalState(id: id, endsWithCPUTime: recordsCPUTime)
  }

  @usableFromInline
  @inline(never)
  func emitEnd(_ state: SignpostIntervalState) {
    if state.endsWithCPUTime { csignposts_emit_thread_cpu_time(state.id.rawValue) }
    csignposts_signpost_interval_end(state.id.rawValue)
  }

  @usableFromInline
  func emitMessage(_ message: String, of id: SignpostID) {
    if !message.isEmpty { emitField("message", message, of: id) }
  }
}

/// The part of an interval's beginning that `Signposter.endInterval` needs.
///
/// A value of 16 bytes without references: it may be kept, copied and ended on another thread.
@frozen
public struct SignpostIntervalState: Sendable {
  /// The interval's id; `.none` where its beginning was not recorded, and then its end is not
  /// either.
  public let id: SignpostID

  /// Of an interval whose beginning was not recorded.
  @inlinable
  static var unrecorded: SignpostIntervalState {
    SignpostIntervalState(id: .none, endsWithCPUTime: false)
  }

  @usableFromInline
  let endsWithCPUTime: Bool

  @inlinable
  init(id: SignpostID, endsWithCPUTime: Bool) {
    self.id = id
    self.endsWithCPUTime = endsWithCPUTime
  }
}
