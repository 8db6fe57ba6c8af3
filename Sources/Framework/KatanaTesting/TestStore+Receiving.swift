public import Katana

// Items that others dispatch.
extension TestStore {
  /// Waits for the next item that the test did not send, and confirms it and its effect.
  ///
  /// The next one is the next that was handled. It may take until `timeout`, by default the store's, even if no side effect runs, because a
  /// timer or a task of the dependencies may dispatch it. `change` changes the confirmed state to the expected one; leave it out if nothing
  /// changes.
  ///
  /// - Throws: `TestStoreError`.
  public func receive(
    _ item: any Dispatchable,
    timeout: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ change: (inout S) throws -> Void = { _ in }
  ) async throws {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try await receiveAll([item], timeout: timeout, at: location, change)
  }

  /// Waits for the next items that the test did not send, in any order, and confirms them and their combined effect; for items of
  /// concurrent side effects.
  ///
  ///     store.send(FetchUser())
  ///     store.send(FetchCart())
  ///     try await store.receive(unordered: [SetUser("Ann"), SetCart([])]) {
  ///       $0.user = "Ann"
  ///       $0.cart = []
  ///     }
  ///
  /// Each must come as often as it is listed, all of them until `timeout`. `change` changes the confirmed state to the one after the last
  /// of them; see `receive(_:)`.
  ///
  /// - Throws: `TestStoreError`; if an item is missing or another one came, all are still to be received.
  public func receive(
    unordered items: [any Dispatchable],
    timeout: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ change: (inout S) throws -> Void = { _ in }
  ) async throws {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    try await receiveAll(items, timeout: timeout, at: location, change)
  }

  /// Waits for the next item that the test did not send, and confirms its type and effect.
  ///
  /// The exact type; see `receive(_:)`.
  ///
  /// - Returns: The item.
  /// - Throws: `TestStoreError`.
  @discardableResult
  public func receive<Item: Dispatchable>(
    _ type: Item.Type,
    timeout: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column,
    _ change: (inout S) throws -> Void = { _ in }
  ) async throws -> Item {
    let location = CodeLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let name = String(reflecting: type)
    let time = Timeout(timeout ?? self.timeout)
    let entry = try await entry(0, expecting: name, within: time, at: location)
    guard let item = entry.item as? Item ?? entry.item.unscoped as? Item else {
      let difference = "- \(name)\n+ \(entry.item.debugDescription)"
      throw TestStoreError(.unexpectedItem(expected: name, difference: difference), at: location)
    }
    journal.removeFirst(1)
    try confirm(item.debugDescription, actual: entry.state ?? state, at: location, change)
    return item
  }

  private func receiveAll(
    _ items: [any Dispatchable],
    timeout: Duration?,
    at location: CodeLocation,
    _ change: (inout S) throws -> Void
  ) async throws {
    let time = Timeout(timeout ?? self.timeout)
    var missing = items
    var actual = state
    for index in items.indices {
      let names = missing.map(\.debugDescription).joined(separator: ", ")
      let entry = try await entry(index, expecting: names, within: time, at: location)
      guard let found = missing.firstIndex(where: { ItemMatch.matches(entry.item, $0) }) else {
        let difference =
          missing.count == 1
          ? ValueDescription.difference(expected: missing[0], actual: entry.item)
          : ValueDescription.difference(expected: missing, actual: [entry.item])
        throw TestStoreError(.unexpectedItem(expected: names, difference: difference), at: location)
      }
      missing.remove(at: found)
      actual = entry.state ?? actual
    }
    journal.removeFirst(items.count)
    let names = items.map(\.debugDescription).joined(separator: ", ")
    try confirm(names, actual: actual, at: location, change)
  }

  /// Waits for an entry without taking it out.
  private func entry(
    _ index: Int,
    expecting name: String,
    within time: Timeout,
    at location: CodeLocation
  ) async throws -> TestJournal<S>.Entry {
    let (changes, end) = journal.changes()
    let alarm = Task {
      try await time.waitForEnd()
      end()
    }
    defer {
      alarm.cancel()
      end()
    }
    for await _ in changes {
      let entries = journal.entries
      if index < entries.count { return entries[index] }
    }
    try Task.checkCancellation()
    let entries = journal.entries
    if index < entries.count { return entries[index] }
    let reason: TestStoreError.Reason =
      store.isIdle
      ? .nothingRunning(expected: name, timeout: time.duration)
      : .timedOut(expected: name, timeout: time.duration, work: work)
    throw TestStoreError(reason, at: location)
  }
}
