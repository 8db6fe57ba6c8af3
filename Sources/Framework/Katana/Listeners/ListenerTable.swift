/// A closure that is called directly when the state has changed.
@usableFromInline
@safe enum Listener<S: State>: Sendable {
  case pair(@Sendable (_ oldState: S, _ newState: S) -> Void)
  case newState(@Sendable (_ newState: S) -> Void)
  /// Gets the address of the state, and the number of the update.
  ///
  /// For listeners of a part of the state: passing all of it takes longer than reading the part.
  case part(@Sendable (_ state: UnsafePointer<S>, _ version: UInt64) -> Void)

  /// Whether it needs the old state, which makes updaters copy what they change.
  var wantsOldState: Bool {
    if case .pair = self { true } else { false }
  }
}

/// The listeners of a store in the order of their registration.
///
/// Invariants: `entries` is sorted by `id`, ids are never used twice; an entry without a listener was removed; at least half of the entries
/// have one, or there are fewer than 16.
struct ListenerTable<Listener: Sendable>: Sendable {
  struct Entry: Sendable {
    let id: Int
    var listener: Listener?
  }

  private(set) var entries: [Entry] = []
  private(set) var count = 0
  private var nextID = 0

  /// The listeners in their order.
  ///
  /// Complexity: O(n).
  var listeners: [Listener] { entries.compactMap { $0.listener } }

  /// Adds a listener behind all others.
  ///
  /// Complexity: amortized O(1).
  mutating func append(_ listener: Listener) -> Int {
    defer { nextID += 1 }
    entries.append(Entry(id: nextID, listener: listener))
    count += 1
    cleanUp()
    return nextID
  }

  /// Removes a listener and returns it, if it was there.
  ///
  /// Complexity: O(log n), amortized over the clean-ups.
  mutating func remove(_ id: Int) -> Listener? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].id == id, let listener = entries[low].listener else {
      return nil
    }
    entries[low].listener = nil
    count -= 1
    cleanUp()
    return listener
  }

  private mutating func cleanUp() {
    if entries.count >= 16, entries.count > 2 * count {
      entries.removeAll { $0.listener == nil }
    }
  }
}
