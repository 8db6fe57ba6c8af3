public import Synchronization

/// The part of the state that a listener was told last, and what it still has to be told.
///
/// The listener is in the table before its first value is known, so that no update is missed. Two threads
/// can come with the first value, the one that adds the listener and the one that updates:
///  1. Whichever comes first sets `last` and `first`; the listener begins with that.
///  2. The initial call is made by the thread that adds the listener, and so is each call for an update
///     that comes before it has returned: such an update leaves its values in `waiting`. When that thread
///     finds none, it sets `isSettled`, and updates make their calls themselves from then on.
///  3. Until then `last` is touched under the lock of `progress`, and after that by the owner of the store only,
///     who needs no lock.
///  So the calls are made one at a time and in the order of the updates.
@usableFromInline
@safe final class SelectedValue<Value: Sendable>: Sendable {
  @usableFromInline
  struct Progress: Sendable {
    @usableFromInline var first: Value?
    /// The calls that wait for the initial one; `nil` where there is none.
    @usableFromInline var waiting: [Change]?

    @inlinable
    init(waiting: [Change]?) { self.waiting = waiting }
  }

  @usableFromInline
  typealias Change = (old: Value, new: Value)

  @usableFromInline let progress: OrderedMutex<Progress>
  @usableFromInline let isSettled = Atomic<Bool>(false)
  // SAFETY: there from `init` to `deinit`; whoever touches it does so alone (rule 3).
  @usableFromInline nonisolated(unsafe) let last: UnsafeMutablePointer<Value?>

  /// The number of changes of a `StatePart` that the listener knows; touched by the owner of the store only,
  /// and atomic so that it needn't be checked.
  @usableFromInline let knownChangeCount = Atomic<UInt64>(0)

  @inlinable
  init(callsInitially: Bool) {
    progress = OrderedMutex(Progress(waiting: callsInitially ? [] : nil))
    unsafe last = .allocate(capacity: 1)
    unsafe last.initialize(to: nil)
  }

  deinit {
    unsafe last.deinitialize(count: 1)
    unsafe last.deallocate()
  }

  /// Takes the value after an update; returns the value before it where there is a call to make.
  ///
  /// Called by the owner of the store.
  @inlinable
  func replace(with new: Value, unless areEqual: (Value, Value) -> Bool) -> Value? {
    guard isSettled.load(ordering: .acquiring), let old = unsafe last.pointee else {
      return replaceUnsettled(with: new, unless: areEqual)
    }
    if areEqual(old, new) { return nil }
    unsafe last.pointee = new
    return old
  }

  @usableFromInline
  @inline(never)
  func replaceUnsettled(with new: Value, unless areEqual: (Value, Value) -> Bool) -> Value? {
    progress.withLock { progress in
      guard let old = unsafe last.pointee else {
        unsafe last.pointee = new
        progress.first = progress.waiting == nil ? nil : new
        return nil
      }
      if areEqual(old, new) { return nil }
      unsafe last.pointee = new
      // It may have settled since `replace` looked.
      guard progress.waiting == nil else {
        progress.waiting?.append((old, new))
        return nil
      }
      return old
    }
  }

  /// Takes the value that the listener begins with, unless an update was first, and makes the calls that
  /// are due.
  @inlinable
  func begin(with value: Value, _ call: (Value, Value) -> Void) {
    let first: Value? = progress.withLock { progress in
      if unsafe last.pointee == nil {
        unsafe last.pointee = value
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

  /// The changes that wait to be told; `nil` when nothing does, and nothing will.
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
      // What hasn't changed since the listener looked is what the listener knows.
      guard changeCount != knownChangeCount.load(ordering: .relaxed) else { return }
      knownChangeCount.store(changeCount, ordering: .relaxed)
      guard let new = part.value, let old = replace(with: new, unless: ==) else { return }
      call(old, new)
    }
  }
}
