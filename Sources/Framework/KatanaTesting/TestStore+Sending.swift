public import Katana

// Items that the test dispatches.
extension TestStore {
  /// Dispatches an updater, waits for it, and confirms its effect.
  ///
  /// `change` changes the confirmed state to the expected one; leave it out if nothing changes.
  ///
  /// - Throws: `TestStoreError`, if the state is another one or other items were handled that the test has not accounted for; the error
  ///   that rejects the updater.
  public func send<Updater: StateUpdater>(
    _ updater: Updater,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ change: (inout S) throws -> Void = { _ in }
  ) async throws where Updater.StateType == S {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try requireNothingUnreceived(journal.entries, at: location)
    try await store.dispatch(updater).value
    try confirmSent(updater, at: location, change)
  }

  /// Dispatches an updater whose type doesn't name the state, such as a `NavigationAction` or an `Action` of `KatanaLegacy`; see
  /// `send(_:_:)`.
  public func send(
    _ updater: any ErasedStateUpdater,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ change: (inout S) throws -> Void = { _ in }
  ) async throws {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try requireNothingUnreceived(journal.entries, at: location)
    _ = try await store.anyDispatch(updater).value
    try confirmSent(updater, at: location, change)
  }

  /// Dispatches a side effect of this state, which need not be received.
  ///
  /// - Returns: Its handle; if nobody asks it for its error, `finish(timeout:)` throws the error.
  @discardableResult
  public func send<Effect: SideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> where Effect.StateType == S {
    journal.send(sideEffect) { store.dispatch(sideEffect) }
  }

  /// Dispatches a side effect with a value, which need not be received.
  ///
  /// - Returns: Its handle; if nobody asks it for its error, `finish(timeout:)` throws the error.
  @discardableResult
  public func send<Effect: ReturningSideEffect>(
    _ sideEffect: Effect
  ) -> DispatchHandle<Effect.ReturnValue> {
    journal.send(sideEffect) { store.dispatch(sideEffect) }
  }

  /// Dispatches an item of any kind: waits for an updater and confirms it, or begins a side effect.
  ///
  /// - Returns: The handle of a side effect; that of an updater is finished.
  /// - Throws: As `send` of an updater.
  @discardableResult
  public func anySend(
    _ item: any Dispatchable,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ change: (inout S) throws -> Void = { _ in }
  ) async throws -> DispatchHandle<any Sendable> {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    if item is any AnySideEffect {
      let handle = journal.send(item) { store.anyDispatch(item) }
      try confirm(item.debugDescription, actual: state, at: location, change)
      return handle
    }
    try requireNothingUnreceived(journal.entries, at: location)
    let handle = store.anyDispatch(item)
    _ = try await handle.value
    try confirmSent(item, at: location, change)
    return handle
  }

  private func confirmSent(
    _ updater: any Dispatchable,
    at location: CodeLocation,
    _ change: (inout S) throws -> Void
  ) throws {
    let handled = journal.remove(matching: updater)
    try requireNothingUnreceived(handled?.before ?? [], at: location)
    // Without an entry an interceptor has dropped or replaced it: it has changed nothing.
    let actual = handled?.entry.state ?? state
    try confirm(updater.debugDescription, actual: actual, at: location, change)
  }
}
