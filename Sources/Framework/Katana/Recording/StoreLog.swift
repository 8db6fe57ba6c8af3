/// What a store has handled, in order, from some version on: a value, which the store doesn't change
/// any more.
///
/// Invariants: the first checkpoint is the beginning; the versions of the updates are those that
/// follow its version, without gaps; entries are sorted by ordinal; a checkpoint has the state after
/// the update of its version, and the entries behind it begin at its `entryOrdinal`.
///
/// Source: SEMANTICS.md, 1.5 and 13.1.
public struct StoreLog<S: State>: Sendable {
  struct Checkpoint: Sendable {
    let state: VersionedState<S>
    /// The ordinal of the first entry behind it.
    let entryOrdinal: Int
  }

  /// What was handled, in order.
  public private(set) var entries: [StoreLogEntry] = []

  private(set) var checkpoints: [Checkpoint]

  /// The version of the last update.
  public private(set) var lastVersion: UInt64

  private var nextOrdinal = 0

  init(base: VersionedState<S>) {
    checkpoints = [Checkpoint(state: base, entryOrdinal: 0)]
    lastVersion = base.version
  }

  /// The earliest version whose state is known: that of the state when the recording began, or later
  /// if the log's capacity was exceeded.
  public var firstVersion: UInt64 { base.version }

  /// The state at `firstVersion`.
  public var initialState: S { base.state }

  /// The versions whose states can be asked for.
  public var versions: ClosedRange<UInt64> { firstVersion...lastVersion }

  var base: VersionedState<S> {
    // Never empty (see the invariants).
    checkpoints[0].state
  }
}

// Recording.
extension StoreLog {
  mutating func appendUpdate(_ item: any Dispatchable, version: UInt64) {
    append(item, version: version, kind: .updater, outcome: nil)
    lastVersion = version
  }

  /// Returns the entry's ordinal.
  @discardableResult
  mutating func appendSideEffect(
    _ item: any Dispatchable,
    outcome: SideEffectOutcome? = nil
  ) -> Int {
    append(item, version: lastVersion, kind: .sideEffect, outcome: outcome)
    return nextOrdinal - 1
  }

  private mutating func append(
    _ item: any Dispatchable,
    version: UInt64,
    kind: StoreLogEntry.Kind,
    outcome: SideEffectOutcome?
  ) {
    entries.append(
      StoreLogEntry(
        ordinal: nextOrdinal,
        version: version,
        kind: kind,
        applied: item,
        outcome: outcome
      )
    )
    nextOrdinal += 1
  }

  func needsCheckpoint(interval: Int) -> Bool {
    lastVersion - checkpoints[checkpoints.count - 1].state.version >= UInt64(interval)
  }

  mutating func appendCheckpoint(_ state: S) {
    checkpoints.append(
      Checkpoint(
        state: VersionedState(state: state, version: lastVersion),
        entryOrdinal: nextOrdinal
      )
    )
  }

  /// Complexity: O(log n).
  mutating func setOutcome(_ outcome: SideEffectOutcome, of ordinal: Int) {
    let index = index(ofOrdinal: ordinal)
    guard index < entries.count, entries[index].ordinal == ordinal else { return }
    entries[index].outcome = outcome
  }

  /// Drops the oldest entries: those before the next checkpoint, or, where there is none, side
  /// effects, which no state depends on.
  ///
  /// Complexity: amortized O(1) an entry, because each time at least an eighth of the capacity is
  /// dropped.
  mutating func trim(to capacity: Int?) {
    guard let capacity = capacity.map({ max(1, $0) }), entries.count > capacity else { return }
    let target = capacity - capacity / 8
    // The earliest checkpoint that leaves few enough, else the last.
    let next = checkpoints.dropFirst().firstIndex { checkpoint in
      entries.count - index(ofOrdinal: checkpoint.entryOrdinal) <= target
    }
    let kept = next ?? checkpoints.count - 1
    entries.removeFirst(index(ofOrdinal: checkpoints[kept].entryOrdinal))
    checkpoints.removeFirst(kept)
    var excess = entries.count - target
    guard entries.count > capacity else { return }
    entries.removeAll { entry in
      guard excess > 0, entry.kind == .sideEffect else { return false }
      excess -= 1
      return true
    }
  }

  /// The index of the first entry with this ordinal or a later one.
  func index(ofOrdinal ordinal: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].ordinal < ordinal { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
