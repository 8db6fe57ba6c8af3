public import Synchronization

/// The last value that a listener got, and the calls it is still due.
///
/// The listener is in the table before its first value is known, so no update is missed. Two threads can bring the first value, the one
/// that adds the listener and the one that updates:
///  1. The first to come sets `last` and `first`; the listener begins with that value.
///  2. The thread that adds the listener makes the initial call, and each call for an update that comes before it has returned: such an
///     update leaves its values in `waiting`. When that thread finds none, it sets `isSettled`, and from then on updates make their calls
///     themselves.
///  3. Until then `last` is touched under the lock of `progress`; after that only by the owner of the store, who needs no lock. So the
///     calls are made one at a time and in the order of the updates.
@usableFromInline
@safe final class SelectedValue<Value: Sendable>: Sendable {
  @usableFromInline
  struct Progress: Sendable {
    @usableFromInline var first: Value?
    /// The calls that wait for the initial one; `nil` if there is none.
    @usableFromInline var waiting: [Change]?

    @inlinable
    init(waiting: [Change]?) { self.waiting = waiting }
  }

  @usableFromInline
  typealias Change = (old: Value, new: Value)

  // SAFETY: only one thread touches it at a time (rule 3), and never while anything else is called.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) var last: Value?
  @usableFromInline let isSettled = Atomic<Bool>(false)

  /// The number of changes of a `StatePart` that the listener knows.
  ///
  /// Only the owner of the store touches it; it is atomic to avoid exclusivity checks.
  @usableFromInline let knownChangeCount = Atomic<UInt64>(0)

  @usableFromInline let progress: OrderedMutex<Progress>

  @inlinable
  init(callsInitially: Bool) {
    progress = OrderedMutex(Progress(waiting: callsInitially ? [] : nil))
  }

  /// Takes the value after an update; returns the value before it if a call is due.
  ///
  /// Called by the owner of the store.
  @inlinable
  @inline(__always)
  func replace(with new: Value, unless areEqual: (Value, Value) -> Bool) -> Value? {
    guard isSettled.load(ordering: .acquiring), let old = unsafe last else {
      return replaceUnsettled(with: new, unless: areEqual)
    }
    if areEqual(old, new) { return nil }
    unsafe last = new
    return old
  }

  @usableFromInline
  @inline(never)
  func replaceUnsettled(with new: Value, unless areEqual: (Value, Value) -> Bool) -> Value? {
    progress.withLock { progress in
      guard let old = unsafe last else {
        unsafe last = new
        progress.first = progress.waiting == nil ? nil : new
        return nil
      }
      if areEqual(old, new) { return nil }
      unsafe last = new
      // It may have settled since `replace` checked.
      guard progress.waiting == nil else {
        progress.waiting?.append((old, new))
        return nil
      }
      return old
    }
  }

  /// Takes the value that the listener begins with, unless an update came first, and makes the due calls.
  @inlinable
  func begin(with value: Value, _ call: (Value, Value) -> Void) {
    let first: Value? = progress.withLock { progress in
      if unsafe last == nil {
        unsafe last = value
        progress.first = progress.waiting == nil ? nil : value
      }
      if progress.waiting == nil { isSettled.store(true, ordering: .releasing) }
      defer { progress.first = nil }
      return progress.first
    }
    guard let first else { return }
    call(first, first)
    while let changes = takeWaiting() {
      for change in changes { call(change.old, change.new) }
    }
  }

  /// The waiting changes; `nil` when there are none and will be none.
  @inlinable
  func takeWaiting() -> [Change]? {
    progress.withLock { progress in
      guard let waiting = progress.waiting, !waiting.isEmpty else {
        progress.waiting = nil
        isSettled.store(true, ordering: .releasing)
        return nil
      }
      progress.waiting = []
      return waiting
    }
  }
}

extension SelectedValue where Value: Equatable {
  /// The listener of a part of the state, which makes the calls that are due after an update.
  @inlinable
  func listener<S: State>(
    of part: StatePart<S, Value>,
    _ call: @escaping @Sendable (_ oldValue: Value, _ newValue: Value) -> Void
  ) -> Listener<S> {
    unsafe .part { [self] state, version in
      let changeCount = unsafe part.changeCount(in: state, version: version)
      // The listener already knows a part that hasn't changed since it last read it.
      guard changeCount != knownChangeCount.load(ordering: .relaxed) else { return }
      knownChangeCount.store(changeCount, ordering: .relaxed)
      guard let new = part.value, let old = replace(with: new, unless: ==) else { return }
      call(old, new)
    }
  }
}
