/// Follows a store's state for its readers on the main actor, whatever the state's type.
@MainActor
@usableFromInline
package class AnyStoreConnection {
  private var signal: StoreSignal?
  private var removeListener: (@Sendable () -> Void)?
  /// The state of the running flush, in an object: code that doesn't know its type needn't handle an optional of it.
  @safe @exclusivity(unchecked) @usableFromInline package final var box: AnyObject?
  /// Readers that may read anything.
  @safe @exclusivity(unchecked) private final var everything = SubscriptionList()
  private final var parts: [PartID: AnyPartComparison] = [:]
  /// The parts in the order of their first reading.
  fileprivate final var orderedParts: [AnyPartComparison] = []

  /// The identity of a shared comparison: a part may be read as a whole and by its values.
  private struct PartID: Hashable {
    let keyPath: AnyKeyPath
    let isByValue: Bool
  }

  /// The name of the state's type.
  package var stateName: String { fatalError("abstract") }
  /// Notifies the readers of parts that have changed.
  func tellReadersOfParts() { fatalError("abstract") }
  /// Records a part that had no reader until now.
  func begin(_ part: AnyPartComparison) { fatalError("abstract") }
  /// Adds a listener to the store.
  func listen(_ listener: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    fatalError("abstract")
  }
  /// Calls a closure when the store is ready, if it isn't.
  func whenReady(_ body: @escaping @MainActor @Sendable () -> Void) { fatalError("abstract") }

  /// Whether the state has changed since readers were notified.
  package final var isBehind: Bool { signal?.isUp ?? false }

  /// Begins to follow the store.
  ///
  /// - Parameter wake: Called when the state has changed, once until ``noteChanges()``.
  package final func follow(wake: @escaping @Sendable @MainActor () -> Void) {
    let signal = StoreSignal(wake: wake)
    self.signal = signal
    removeListener = listen { signal.raise() }
    whenReady { signal.raise() }
  }

  package final func unfollow() { removeListener?() }

  /// Notifies readers of the changes since the last time.
  package final func noteChanges() {
    guard let signal, signal.lower() else { return }
    endFlush()
    everything.forEachReader { $0.stateDidChange() }
    if !orderedParts.isEmpty { tellReadersOfParts() }
  }

  /// Releases the state.
  package final func endFlush() { box = nil }

  /// The number of known parts, including those without readers.
  final var partCount: Int { orderedParts.count }

  /// Forgets parts without readers if they are many.
  ///
  /// - Parameter unread: Their number. A few stay: a screen that disappears and returns finds its parts.
  fileprivate final func forgetParts(unread: Int) {
    guard unread > max(AnyPartComparison.mostUnread, partCount - unread) else { return }
    orderedParts.removeAll { !$0.hasReaders }
    parts = parts.filter { $0.value.hasReaders }
  }

  /// Registers a reader for parts of this connection's state, or `nil` for anything: ``StoreConnection/subscribe(_:to:insteadOf:)``.
  fileprivate final func subscribe(
    _ reader: any StateReader,
    to parts: [ReadPart]?,
    insteadOf old: [Subscription]
  ) -> [Subscription] {
    guard let parts else {
      if old.count == 1, old[0].reader != nil, old[0].part == nil { return old }
      for subscription in old { subscription.cancel() }
      let subscription = Subscription(reader)
      everything.append(subscription)
      return [subscription]
    }
    var new: [Subscription] = []
    new.reserveCapacity(parts.count)
    for (place, part) in parts.enumerated() {
      let former = place < old.count ? old[place] : nil
      if let former, let known = former.part, part.isSameComparison(as: known.read) {
        new.append(known.comparison.replace(former, part))
      } else {
        // First the new one, so that what is read on isn't forgotten.
        new.append(comparison(of: part).add(reader, part))
        former?.cancel()
      }
    }
    for subscription in old.dropFirst(parts.count) { subscription.cancel() }
    return new
  }

  /// The comparison of a part, which is up to date.
  private func comparison(of part: ReadPart) -> AnyPartComparison {
    let id = PartID(keyPath: part.keyPath, isByValue: part.valueHash != nil)
    let comparison: AnyPartComparison
    if let known = parts[id] {
      comparison = known
    } else {
      comparison = part.makeComparison()
      parts[id] = comparison
      orderedParts.append(comparison)
    }
    if !comparison.hasReaders { begin(comparison) }
    return comparison
  }
}

/// A connection to a store whose state's type is known.
///
/// Readers are registered by the parts they read. When the state has changed, each part is compared once, however many readers it has.
@MainActor
@usableFromInline
package final class StoreConnection<S: State>: AnyStoreConnection {
  @usableFromInline package let store: any PartialStore<S>

  package init(_ store: any PartialStore<S>) { self.store = store }

  package override var stateName: String { "\(S.self)" }

  /// The state, the same for a whole flush; `nil` before the store is ready.
  @inlinable
  @inline(__always)
  package func snapshot() -> FollowedState<S>? {
    guard let box else { return takeSnapshot() }
    // SAFETY: only `takeSnapshot` sets it, always to this type.
    return unsafe unsafeDowncast(box, to: FollowedState<S>.self)
  }

  // Specialized for each type of state: otherwise it would handle the state through witness tables.
  @inlinable
  @inline(never)
  package func takeSnapshot() -> FollowedState<S>? {
    guard store.isReady else { return nil }
    let box = FollowedState(store.state)
    self.box = box
    return box
  }

  /// A part of the state, without copying the rest.
  @inlinable
  package func read<Part>(_ keyPath: KeyPath<S, Part>) -> Part? {
    snapshot()?.state[keyPath: keyPath]
  }

  override func listen(_ listener: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    store.addUpdateListener(listener)
  }

  override func whenReady(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard !store.isReady else { return }
    let store = store
    Task { @MainActor in
      // A store that will never be ready has nothing to show.
      guard (try? await store.waitUntilReady()) != nil else { return }
      body()
    }
  }

  // SAFETY, of both casts: `subscribe` takes parts of this state only, so all comparisons are of this type.

  override func begin(_ part: AnyPartComparison) {
    guard let box = snapshot() else { return }
    unsafe unsafeDowncast(part, to: PartComparison<S>.self).begin(with: box.state)
  }

  override func tellReadersOfParts() {
    guard let box = snapshot() else { return }
    var unread = 0
    for part in orderedParts {
      if part.hasReaders {
        unsafe unsafeDowncast(part, to: PartComparison<S>.self)
          .forEachChanged(in: box.state) { $0.stateDidChange() }
      } else {
        // Its part may be gone, such as an element of an array that has become shorter.
        part.forget()
        unread += 1
      }
    }
    forgetParts(unread: unread)
  }

  /// Registers a reader for what it reads from now on.
  ///
  /// - Parameters:
  ///   - reader: The reader.
  ///   - reads: What it reads.
  ///   - old: Its registrations until now. Those for the same parts stay, and one for a value of a collection takes the place of that for
  ///     another one; the rest is cancelled.
  /// - Returns: Its registrations, until it is cancelled or reads something else.
  @usableFromInline
  package func subscribe(
    _ reader: any StateReader,
    to reads: StateReads<S>,
    insteadOf old: [Subscription] = []
  ) -> [Subscription] {
    subscribe(reader, to: reads.parts, insteadOf: old)
  }
}

/// The state during a flush.
@usableFromInline
package final class FollowedState<S: State> {
  @usableFromInline package let state: S

  @inlinable
  package init(_ state: S) { self.state = state }
}
