public import CSignposts

extension Signposter {
  /// Begins an interval.
  ///
  /// - Parameters:
  ///   - name: What the report groups by. A literal, so that emitting it copies nothing.
  ///   - id: The interval's own id; a fresh one where none is given. Two intervals that are open at
  ///     once must not share one.
  ///   - parent: The interval that this one is a part of.
  /// - Returns: What `endInterval` wants.
  @inlinable
  public func beginInterval(
    _ name: StaticString,
    id: SignpostID = .none,
    parent: SignpostID = .none
  ) -> SignpostIntervalState {
    guard isActive && csignposts_signpost_interval_begin_enabled() else {
      return SignpostIntervalState(id: .none, endsWithCPUTime: false)
    }
    return emitBegin(name, id: id, parent: parent)
  }

  /// Ends an interval, on any thread.
  ///
  /// Does nothing where the beginning was not recorded.
  ///
  /// - Parameters:
  ///   - name: The name that it began with; kept for the likeness to `OSSignposter`, the trace
  ///     pairs by id.
  ///   - state: What `beginInterval` returned.
  @inlinable
  public func endInterval(_ name: StaticString, _ state: SignpostIntervalState) {
    if state.id == .none { return }
    emitEnd(state)
  }

  /// Marks the time that a body takes, also where it throws.
  @inlinable
  public func withIntervalSignpost<Result, Failure: Error>(
    _ name: StaticString,
    id: SignpostID = .none,
    parent: SignpostID = .none,
    around body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let state = beginInterval(name, id: id, parent: parent)
    defer { endInterval(name, state) }
    return try body()
  }

  /// Marks the time from an asynchronous body's start to its end, suspensions included, also where
  /// it throws.
  ///
  /// Isolation: the body runs where the caller runs.
  @inlinable
  public func withIntervalSignpost<Result, Failure: Error>(
    _ name: StaticString,
    id: SignpostID = .none,
    parent: SignpostID = .none,
    isolation: isolated (any Actor)? = #isolation,
    around body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let state = beginInterval(name, id: id, parent: parent)
    defer { endInterval(name, state) }
    return try await body()
  }

  @usableFromInline
  @inline(never)
  func emitBegin(
    _ name: StaticString,
    id: SignpostID,
    parent: SignpostID
  ) -> SignpostIntervalState {
    let id = id == .none ? makeSignpostID() : id
    ASCIIEscaping.withCString(name) { name in
      // SAFETY: the strings outlive the call, which copies them into the trace's buffer.
      unsafe csignposts_signpost_interval_begin(
        id.rawValue,
        parent.rawValue,
        name,
        subsystem.cString,
        category.cString
      )
    }
    let recordsCPUTime = csignposts_signpost_thread_cpu_time_enabled()
    if recordsCPUTime { csignposts_signpost_thread_cpu_time(id.rawValue) }
    return SignpostIntervalState(id: id, endsWithCPUTime: recordsCPUTime)
  }

  @usableFromInline
  @inline(never)
  func emitEnd(_ state: SignpostIntervalState) {
    if state.endsWithCPUTime { csignposts_signpost_thread_cpu_time(state.id.rawValue) }
    csignposts_signpost_interval_end(state.id.rawValue)
  }
}
