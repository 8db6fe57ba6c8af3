/// The items that a store has handled, in order, from some version on: a value that the store no longer changes.
///
/// Invariants: the first checkpoint is the beginning; the versions of the updates follow its version without gaps; entries are sorted by
/// ordinal; a checkpoint has the state after the update of its version, and the entries behind it begin at its `entryOrdinal`.
///
/// Source: docs/semantics/store.md, K30.
public struct StoreLog<S: State>: Sendable {
  struct Checkpoint: Sendable {
    let state: VersionedState<S>
    /// The ordinal of the first entry behind it.
    let entryOrdinal: Int
  }

  /// The handled items, in order.
  public private(set) var entries: [StoreLogEntry] = []

  private(set) var checkpoints: [Checkpoint]

  /// The version of the last update.
  public private(set) var lastVersion: UInt64

  private var nextOrdinal = 0

  init(base: VersionedState<S>) {
    checkpoints = [Checkpoint(state: base, entryOrdinal: 0)]
    lastVersion = base.version
  }

  /// The earliest version with a known state: the version at the beginning of the recording, or a later one if the log exceeded its
  /// capacity.
  public var firstVersion: UInt64 { base.version }

  /// The state at `firstVersion`.
  public var initialState: S { base.state }

  /// The versions with known states.
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

  /// Appends a side effect; returns the entry's ordinal.
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

  /// Drops the oldest entries: those before the next checkpoint, or, if there is none, side effects, which no state depends on.
  ///
  /// Complexity: amortized O(1) per entry, because each time at least an eighth of the capacity is dropped.
  mutating func trim(to capacity: Int?) {
    guard let capacity = capacity.map({ max(1, $0) }), entries.count > capacity else { return }
    let target = capacity - capacity / 8
    // The earliest checkpoint that leaves few enough entries, else the last.
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

/// One item that a store has handled.
public struct StoreLogEntry: Sendable {
  /// The handled item.
  public enum Kind: String, Codable, Sendable {
    /// A change of the state.
    case updater
    /// Work with the outside world.
    case sideEffect
  }

  /// The position in the log, counted from the beginning of the recording, dropped entries included.
  public let ordinal: Int

  /// For an update the version of the state after it; for a side effect the version at which its body began.
  public let version: UInt64

  /// Whether it was an update or a side effect.
  public let kind: Kind

  /// The applied or run item; if an interceptor replaced it, the replacement.
  ///
  /// An item that was dispatched to a part of the state is here as it was dispatched.
  public var item: any Dispatchable { applied.unscoped }

  /// The item with which a store of the whole state repeats it: `item`, or the `ScopedUpdater` that carries it to its part of the state.
  public let applied: any Dispatchable

  /// How the side effect ended; `nil` while it runs, and for updates.
  public internal(set) var outcome: SideEffectOutcome?
}

/// Why a log can't do what was asked.
public enum StoreLogError: Error, Equatable, Sendable {
  /// The recording has not begun: the store isn't ready or is still busy with earlier items.
  case notBegun
  /// The log has no such version.
  case versionOutOfRange(version: UInt64, first: UInt64, last: UInt64)
  /// An item of the log was refused when it was applied again.
  case notReplayable(item: String, version: UInt64, reason: String)
  /// The type of an item is not in the registry, so the item can't be written.
  case unregisteredItem(item: String)
  /// The name of an item is not in the registry, so the item can't be read.
  case unknownItem(name: String, line: Int)
  /// This version doesn't read the text's format.
  case unsupportedFormat(found: Int, supported: Int)
  /// The state in the text is of another type.
  case wrongStateType(expected: String, found: String)
  /// The version of a line doesn't follow from the lines before.
  case versionMismatch(line: Int, expected: UInt64, found: UInt64)
  /// A line is not what it should be.
  case malformedLine(line: Int, reason: String)
  /// The last line of a file was cut off, as by a crash, and this many bytes were left out.
  case tornLine(path: String, line: Int, bytes: Int)
  /// Another process, or another `StoreLogFile`, records to the file.
  case fileInUse(path: String)
  /// The file can't be opened, read or written.
  case fileFailed(path: String, reason: String)
  /// The state, or an item of a log, can't be encoded.
  case notEncodable(item: String, reason: String)
}

extension StoreLogError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .notBegun:
      "recorder: it has not begun; wait until the store is ready and has handled what was queued"
    case .versionOutOfRange(let version, let first, let last):
      "version \(version): the log has \(first) to \(last); ask for one of these, or record with "
        + "a larger capacity"
    case .notReplayable(let item, let version, let reason):
      "\(item): it was refused when version \(version) was made again: \(reason); make it depend "
        + "on nothing but the state and itself"
    case .unregisteredItem(let item):
      "\(item): it is not in the registry; register its type"
    case .unknownItem(let name, let line):
      "line \(line): no item is registered as \"\(name)\"; register its type under that name"
    case .unsupportedFormat(let found, let supported):
      "log: its format is \(found), this reads \(supported); read it with the version that wrote it"
    case .wrongStateType(let expected, let found):
      "log: its state is \(found), not \(expected); read it as a log of \(found)"
    case .versionMismatch(let line, let expected, let found):
      "line \(line): version \(found) instead of \(expected); use the whole text, in its order"
    case .malformedLine(let line, let reason):
      "line \(line): \(reason); use the text as it was written"
    case .tornLine(let path, let line, let bytes):
      "\(path):\(line): it was cut off, as by a crash, and its \(bytes) bytes are left out; what it "
        + "said is lost, all before it isn't"
    case .fileInUse(let path):
      "\(path): somebody else records to it; end that, or record to another file"
    case .fileFailed(let path, let reason):
      "\(path): \(reason); make room for it, or choose another path"
    case .notEncodable(let item, let reason):
      "\(item): it can't be written: \(reason); correct its encoding"
    }
  }
}
