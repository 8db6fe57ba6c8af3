extension Signposter {
  /// Begins an interval.
  ///
  /// - Parameters:
  ///   - name: The name by which the report groups. A literal, so that emitting it copies nothing.
  ///   - id: The interval's own id; by default a fresh one. Two intervals that are open at once must not share one.
  ///   - parent: The interval that this one is a part of; evaluated only while recorded.
  ///   - message: Details, as field `message`; evaluated only while recorded.
  /// - Returns: The state for `endInterval`, to be used once.
  @inlinable
  public func beginInterval(
    _ name: StaticString,
    id: SignpostID = .none,
    parent: @autoclosure () -> SignpostID = .current,
    _ message: @autoclosure () -> String = ""
  ) -> SignpostIntervalState {
    guard takesIntervals else {
      return .unrecorded
    }
    return begin(name, id: id, parent: parent(), message: message)
  }

  /// Begins an interval whose name is known only at run time.
  ///
  /// The report groups by names, so there should be few: put details into fields.
  ///
  /// - Parameters:
  ///   - name: Any text; evaluated only while recorded, as all the others are.
  ///   - id: The interval's own id; by default a fresh one.
  ///   - parent: The interval that this one is a part of.
  ///   - message: Details, as field `message`.
  /// - Returns: The state for `endInterval`, to be used once.
  @inlinable
  public func beginInterval(
    named name: @autoclosure () -> String,
    id: SignpostID = .none,
    parent: @autoclosure () -> SignpostID = .current,
    _ message: @autoclosure () -> String = ""
  ) -> SignpostIntervalState {
    guard takesIntervals else {
      return .unrecorded
    }
    return begin(named: name(), id: id, parent: parent(), message: message)
  }

  /// Ends an interval, on any thread.
  ///
  /// Does nothing if the begin was not recorded. A second end of one interval is recorded too, and the report points it out.
  ///
  /// - Parameters:
  ///   - name: The name that it began with; kept for the likeness to `OSSignposter`, the trace pairs by id.
  ///   - state: The result of `beginInterval`.
  @inlinable
  public func endInterval(_ name: StaticString, _ state: SignpostIntervalState) {
    endInterval(state)
  }

  /// Ends an interval, on any thread.
  ///
  /// - Parameter state: The result of `beginInterval`.
  @inlinable
  public func endInterval(_ state: SignpostIntervalState) {
    if state.id == .none { return }
    emitEnd(state)
  }

  /// Marks the time that a body takes, also if it throws.
  ///
  /// In the body the interval is `SignpostID.current`, so what begins there is its child.
  ///
  /// - Parameters:
  ///   - name: The name by which the report groups.
  ///   - id: The interval's own id; by default a fresh one.
  ///   - parent: The interval that this one is a part of.
  ///   - message: Details, as field `message`.
  ///   - body: The measured code.
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
    guard takesIntervals else {
      return try body()
    }
    let state = begin(name, id: id, parent: parent(), isSynchronous: true, message: message)
    defer { emitEnd(state) }
    return try state.id.asCurrent(body)
  }

  /// Marks the time from an asynchronous body's start to its end, including suspensions, also if it throws.
  ///
  /// In the body and its child tasks the interval is `SignpostID.current`, so what begins there is its child.
  ///
  /// Isolation: the body runs where the caller runs.
  ///
  /// - Parameters:
  ///   - name: The name by which the report groups.
  ///   - id: The interval's own id; by default a fresh one.
  ///   - parent: The interval that this one is a part of.
  ///   - message: Details, as field `message`.
  ///   - isolation: The caller's.
  ///   - body: The measured code.
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

  /// Marks the time that a body takes, under a name that is known only at run time.
  ///
  /// The report groups by names, so there should be few: put details into fields.
  ///
  /// - Parameters:
  ///   - name: Any text; evaluated only while recorded. Scalars outside printable ASCII are escaped, text over 30,000 bytes is cut.
  ///   - id: The interval's own id; by default a fresh one.
  ///   - parent: The interval that this one is a part of.
  ///   - message: Details, as field `message`.
  ///   - body: The measured code.
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
    guard takesIntervals else {
      return try body()
    }
    let state = begin(
      named: name(),
      id: id,
      parent: parent(),
      isSynchronous: true,
      message: message
    )
    defer { emitEnd(state) }
    return try state.id.asCurrent(body)
  }

  /// Marks the time from an asynchronous body's start to its end, under a name that is known only at run time.
  ///
  /// Isolation: the body runs where the caller runs.
  ///
  /// - Parameters:
  ///   - name: Any text; evaluated only while recorded. Scalars outside printable ASCII are escaped, text over 30,000 bytes is cut.
  ///   - id: The interval's own id; by default a fresh one.
  ///   - parent: The interval that this one is a part of.
  ///   - message: Details, as field `message`.
  ///   - isolation: The caller's.
  ///   - body: The measured code.
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
}
