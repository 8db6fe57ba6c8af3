extension StoreLog {
  /// The state after the update of a version, recomputed from the nearest kept state before it.
  ///
  /// Complexity: a binary search and at most `RecordingOptions.checkpointInterval` updates.
  ///
  /// - Throws: `StoreLogError.versionOutOfRange`; `notReplayable` if an item depends on more than the state.
  public func state(at version: UInt64) throws(StoreLogError) -> S {
    let checkpoint = checkpoints[try checkpointIndex(before: version)]
    var state = checkpoint.state
    try advance(&state, to: version, from: checkpoint)
    return state.state
  }

  /// Dispatches the log's initial state and then its updates to another store, and waits for each.
  ///
  /// Side effects are not repeated: the log has what they dispatched.
  ///
  /// - Throws: `StoreLogError` or the error with which the other store rejects an update.
  public func replay(into store: some PartialStore<S>) async throws {
    try await store.dispatch(TimeTravel(to: base)).value
    for entry in entries where entry.kind == .updater {
      try await store.anyDispatch(entry.applied.asUpdater()).value
    }
  }

  /// Finds by binary search the first version at which a condition holds; `nil` if it never does.
  ///
  /// The condition must stay true once it is; otherwise the result is some version at which it becomes true. Git calls this bisecting.
  ///
  /// Complexity: O(log n) calls of the condition, and as many updates as there are between two checkpoints.
  ///
  /// - Throws: As `state(at:)`, or what the condition throws.
  public func firstVersion(where condition: (S) throws -> Bool) throws -> UInt64? {
    // The first checkpoint at which it holds.
    var low = 0
    var high = checkpoints.count
    while low < high {
      let middle = (low + high) / 2
      if try condition(checkpoints[middle].state.state) { high = middle } else { low = middle + 1 }
    }
    if low == 0 { return firstVersion }
    // It doesn't hold at the checkpoint before, and it holds at the end of the stretch, if at all.
    let checkpoint = checkpoints[low - 1]
    var before = checkpoint.state
    var end = low < checkpoints.count ? checkpoints[low].state.version : lastVersion
    if low == checkpoints.count {
      var last = before
      try advance(&last, to: end, from: checkpoint)
      guard try condition(last.state) else { return nil }
    }
    while end - before.version > 1 {
      var middle = before
      try advance(&middle, to: before.version + (end - before.version) / 2, from: checkpoint)
      if try condition(middle.state) { end = middle.version } else { before = middle }
    }
    return end
  }

  /// Finds the first version at which a condition holds by checking each; `nil` if it never does.
  ///
  /// Complexity: O(n) updates and calls of the condition.
  ///
  /// - Throws: As `state(at:)`, or what the condition throws.
  public func scanForFirstVersion(where condition: (S) throws -> Bool) throws -> UInt64? {
    var state = base
    while true {
      if try condition(state.state) { return state.version }
      guard state.version < lastVersion else { return nil }
      try advance(&state, to: state.version + 1, from: checkpoints[0])
    }
  }

  /// The last checkpoint whose version isn't later.
  private func checkpointIndex(before version: UInt64) throws(StoreLogError) -> Int {
    guard versions.contains(version) else {
      throw .versionOutOfRange(version: version, first: firstVersion, last: lastVersion)
    }
    var low = 0
    var high = checkpoints.count
    while low < high {
      let middle = (low + high) / 2
      if checkpoints[middle].state.version <= version { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// Applies the updates behind a state up to a version.
  ///
  /// - Parameters:
  ///   - state: The initial state; the result.
  ///   - version: The version to stop at.
  ///   - checkpoint: One at or before the state, where the search for its entries begins.
  /// - Throws: `StoreLogError.notReplayable`.
  private func advance(
    _ state: inout VersionedState<S>,
    to version: UInt64,
    from checkpoint: Checkpoint
  ) throws(StoreLogError) {
    guard state.version < version else { return }
    // Versions of entries never decrease, so binary search finds the first update behind the state.
    var low = index(ofOrdinal: checkpoint.entryOrdinal)
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].version <= state.version { low = middle + 1 } else { high = middle }
    }
    for entry in entries[low...] where entry.kind == .updater {
      if entry.version > version { break }
      do {
        try entry.applied.asUpdater().apply(toAny: &state.state)
      } catch {
        throw .notReplayable(
          item: entry.item.debugDescription,
          version: entry.version,
          reason: "\(error)"
        )
      }
    }
    state.version = version
  }
}

/// Sets the whole state to an earlier one; see `Store.travel(to:in:)`.
public struct TimeTravel<S: State>: StateUpdater {
  /// The version that the state had.
  public let version: UInt64
  /// The state.
  public let state: S

  init(to earlier: VersionedState<S>) {
    version = earlier.version
    state = earlier.state
  }

  /// Replaces the state.
  public func updateState(_ state: inout S) {
    state = self.state
  }
}

extension TimeTravel: Encodable where S: Encodable {}
extension TimeTravel: Decodable where S: Decodable {}
extension TimeTravel: Equatable where S: Equatable {}
